package computer

import (
	"runtime"
	"sync"
	"syscall"
)

// nice is by how much thinking has a lower priority than all else that the bot does: a tenth of its share.
const nice = 10

// inBackground has the goroutine that calls it run on a thread of its own from now on, with a low
// priority, so that people need not wait for a core. The thread ends with the goroutine. It is left
// as it is if the system does not allow that.
func inBackground() {
	runtime.LockOSThread()
	thread := syscall.Gettid()
	if raw, err := syscall.Getpriority(syscall.PRIO_PROCESS, thread); err == nil {
		_ = syscall.Setpriority(syscall.PRIO_PROCESS, thread, min(19, 20-raw+nice)) // the kernel's answer is 20 - nice
	}
}

var processors sync.Mutex

// addProcessors has Go run n more threads at the same time; those that think would otherwise keep
// other goroutines waiting even where the system has put them off.
func addProcessors(n int) {
	processors.Lock()
	defer processors.Unlock()
	runtime.GOMAXPROCS(runtime.GOMAXPROCS(0) + n)
}
