// Package metrics counts what the bot does, for Prometheus. It is the only package that knows
// Prometheus's library; the other packages call functions that they are given, and
// cmd/stackmate connects these with the metrics here. All metrics are in catalogue.go.
package metrics

import (
	"context"
	"net/http"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// Metric is one line of the catalogue: a number, or several that differ in their labels.
type Metric struct {
	kind       kind
	name, help string
	labels     []string
	buckets    []float64 // of a histogram
	index      int       // in catalogue
}

// kind is what a metric does between two scrapes.
type kind uint8

const (
	counts   kind = iota // only rises
	recounts             // only rises, and is read at a scrape
	measures             // read at a scrape
	spreads              // a histogram
)

// catalogue are all metrics.
var catalogue []*Metric

func counter(name, help string, labels ...string) *Metric {
	return enter(Metric{kind: counts, name: name, help: help, labels: labels})
}

// recounter is a counter that is kept elsewhere, for Watch.
func recounter(name, help string, labels ...string) *Metric {
	return enter(Metric{kind: recounts, name: name, help: help, labels: labels})
}

func gauge(name, help string, labels ...string) *Metric {
	return enter(Metric{kind: measures, name: name, help: help, labels: labels})
}

func histogram(name, help string, buckets []float64, labels ...string) *Metric {
	return enter(Metric{kind: spreads, name: name, help: help, buckets: buckets, labels: labels})
}

func enter(m Metric) *Metric {
	m.index = len(catalogue)
	catalogue = append(catalogue, &m)
	return &m
}

// Metrics holds the values of the metrics of one bot, of the Go runtime and of the process. It is
// safe for concurrent use. All methods but Handler do nothing on a nil *Metrics.
type Metrics struct {
	registry   *prometheus.Registry
	counters   []*prometheus.CounterVec   // by Metric.index; nil for other kinds
	histograms []*prometheus.HistogramVec // the same
}

// New returns metrics that are all zero.
func New() *Metrics {
	m := &Metrics{registry: prometheus.NewRegistry(),
		counters: make([]*prometheus.CounterVec, len(catalogue)), histograms: make([]*prometheus.HistogramVec, len(catalogue))}
	m.registry.MustRegister(collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	for i, c := range catalogue {
		switch c.kind {
		case counts:
			m.counters[i] = prometheus.NewCounterVec(prometheus.CounterOpts{Name: c.name, Help: c.help}, c.labels)
			m.registry.MustRegister(m.counters[i])
		case spreads:
			m.histograms[i] = prometheus.NewHistogramVec(prometheus.HistogramOpts{Name: c.name, Help: c.help, Buckets: c.buckets}, c.labels)
			m.registry.MustRegister(m.histograms[i])
		}
	}
	return m
}

// Handler answers with all metrics, as Prometheus reads them.
func (m *Metrics) Handler() http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{ErrorHandling: promhttp.ContinueOnError, MaxRequestsInFlight: 3})
}

// Add adds one to a counter.
func (m *Metrics) Add(c *Metric, labels ...string) {
	if m != nil {
		m.counters[c.index].WithLabelValues(labels...).Inc()
	}
}

// Zero makes a counter appear before it is first added to. Prometheus does not notice how a counter
// rises to its first value.
func (m *Metrics) Zero(c *Metric, labels ...string) {
	if m != nil {
		m.counters[c.index].WithLabelValues(labels...)
	}
}

// Observe adds a duration to a histogram.
func (m *Metrics) Observe(h *Metric, took time.Duration, labels ...string) {
	if m != nil {
		m.histograms[h.index].WithLabelValues(labels...).Observe(took.Seconds())
	}
}

// readTimeout is how long a scrape may take to read a value.
const readTimeout = 5 * time.Second

// Set sets a value at a scrape.
type Set func(of *Metric, value float64, labels ...string)

// Watch calls read at each scrape for the values of some metrics that are kept elsewhere. If read
// returns an error, they are missing from the scrape, except those that were set before.
func (m *Metrics) Watch(read func(ctx context.Context, set Set) error, of ...*Metric) {
	if m != nil {
		m.registry.MustRegister(watcher{read, of})
	}
}

// watcher implements prometheus.Collector.
type watcher struct {
	read func(ctx context.Context, set Set) error
	of   []*Metric
}

// Describe implements prometheus.Collector.
func (w watcher) Describe(descriptions chan<- *prometheus.Desc) {
	for _, c := range w.of {
		descriptions <- c.description()
	}
}

// Collect implements prometheus.Collector.
func (w watcher) Collect(values chan<- prometheus.Metric) {
	ctx, cancel := context.WithTimeout(context.Background(), readTimeout)
	defer cancel()
	_ = w.read(ctx, func(of *Metric, value float64, labels ...string) { // what is wrong, the checks say
		kind := prometheus.GaugeValue
		if of.kind == recounts {
			kind = prometheus.CounterValue
		}
		values <- prometheus.MustNewConstMetric(of.description(), kind, value, labels...)
	})
}

func (m *Metric) description() *prometheus.Desc {
	return prometheus.NewDesc(m.name, m.help, m.labels, nil)
}
