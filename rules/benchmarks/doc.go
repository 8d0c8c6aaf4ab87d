// Package benchmarks compares the move generator with another library's. It is a module of
// its own, so that Stackmate does not depend on that library:
//
//	cd rules/benchmarks && go test -bench . -cpu 1
package benchmarks
