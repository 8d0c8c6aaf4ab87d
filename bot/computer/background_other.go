//go:build !linux

package computer

// inBackground does nothing: elsewhere a thread has no priority of its own, or cannot be given it simply.
func inBackground() {}

// addProcessors does nothing: without priorities more threads would only compete for the cores.
func addProcessors(int) {}
