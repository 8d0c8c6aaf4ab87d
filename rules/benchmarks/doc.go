// Package benchmarks measures the generator beside another library. It is a module
// of its own, so that Stackmate does not depend on what it is compared with:
//
//	cd rules/benchmarks && go test -bench . -cpu 1
package benchmarks
