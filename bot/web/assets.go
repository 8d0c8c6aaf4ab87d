package web

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"slices"
	"strings"
)

//go:embed assets
var assetFiles embed.FS

// asset is a script, a style or a picture that pages use.
type asset struct {
	contentType   string
	data, gzipped []byte
}

// assets are all of them by name. Their path has a hash of them all, so that browsers keep them for ever and never mix
// those of two versions.
type assets struct {
	path  string
	named map[string]asset
	// symbols are the pictures of pieces, by their ids.
	symbols map[string]string
}

// loadAssets returns the embedded assets and the pictures of pieces.
func loadAssets(pieces []byte) assets {
	all, hash := map[string]asset{}, sha256.New()
	add := func(name string, data []byte) {
		all[name] = newAsset(name, data)
		hash.Write([]byte(name))
		hash.Write(data)
	}
	entries, err := fs.ReadDir(assetFiles, "assets")
	if err != nil {
		panic(err) // they are in the program
	}
	for _, e := range entries {
		data, err := assetFiles.ReadFile("assets/" + e.Name())
		if err != nil {
			panic(err)
		}
		add(e.Name(), data)
	}
	add("sprite.svg", pieces)
	return assets{"/assets/" + hex.EncodeToString(hash.Sum(nil)[:8]), all, symbolsOf(pieces)}
}

// newAsset compresses an asset. What kind it is follows from its name, whatever the computer says about such names.
func newAsset(name string, data []byte) asset {
	types := map[string]string{".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8", ".svg": "image/svg+xml"}
	contentType := types[path.Ext(name)]
	if contentType == "" {
		contentType = mime.TypeByExtension(path.Ext(name))
	}
	var b bytes.Buffer
	z, _ := gzip.NewWriterLevel(&b, gzip.BestCompression) // the level is valid
	_, _ = z.Write(data)                                  // into memory
	_ = z.Close()
	return asset{contentType, data, b.Bytes()}
}

// serve answers with an asset.
func (all assets) serve(w http.ResponseWriter, r *http.Request) {
	a, ok := all.named[r.PathValue("name")]
	if !ok {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", a.contentType)
	w.Header().Set("Vary", "Accept-Encoding")
	if "/assets/"+r.PathValue("hash") == all.path { // else the page is of another version
		w.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
	}
	data := a.data
	if acceptsGzip(r) {
		w.Header().Set("Content-Encoding", "gzip")
		data = a.gzipped
	}
	_, _ = w.Write(data) // fails if the browser has gone
}

// acceptsGzip reports whether a browser understands what is compressed.
func acceptsGzip(r *http.Request) bool {
	return slices.ContainsFunc(strings.Split(r.Header.Get("Accept-Encoding"), ","), func(e string) bool { return strings.TrimSpace(e) == "gzip" })
}

// compressedFrom is from how many bytes on an answer is compressed.
const compressedFrom = 2000

// send sends an answer, compressed if it is long and not the answer to a form: what somebody else could have a page
// repeat must not be compressed together with its secrets.
func send(w http.ResponseWriter, r *http.Request, status int, data []byte) {
	if r.Method == http.MethodGet && len(data) >= compressedFrom && acceptsGzip(r) {
		var b bytes.Buffer
		z := gzip.NewWriter(&b)
		_, _ = z.Write(data) // into memory
		_ = z.Close()
		w.Header().Set("Content-Encoding", "gzip")
		w.Header().Add("Vary", "Accept-Encoding")
		data = b.Bytes()
	}
	w.WriteHeader(status)
	_, _ = w.Write(data) // fails if the browser has gone; nothing is sent to a HEAD
}
