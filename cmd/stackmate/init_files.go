package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"text/template"
)

// newFile is a file that init writes. Its name may have folders in it.
type newFile struct {
	name string
	data []byte
	mode fs.FileMode
}

// refuseExisting returns a usageError if one of some files is there already.
func refuseExisting(dir string, names []string) error {
	for _, name := range names {
		if _, err := os.Lstat(filepath.Join(dir, name)); err == nil {
			return usageError{fmt.Errorf("%s is there already, and init overwrites nothing: remove it, or name another folder: stackmate init FOLDER", filepath.Join(dir, name))}
		}
	}
	return nil
}

// writeNew writes files that do not exist, in folders that it makes with a mode, and calls then
// for each of them, unless it is nil. If one cannot be written, it removes the others.
func writeNew(dir string, list []newFile, folders fs.FileMode, then func(f newFile, path string) error) (err error) {
	var written []string
	defer func() {
		if err != nil {
			for _, path := range written {
				_ = os.Remove(path)
			}
		}
	}()
	for _, file := range list {
		path := filepath.Join(dir, file.name)
		if err := os.MkdirAll(filepath.Dir(path), folders); err != nil {
			return err
		}
		f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, file.mode)
		if err != nil {
			return err
		}
		written = append(written, path)
		_, err = f.Write(file.data)
		if err := errors.Join(err, f.Close()); err != nil {
			return err
		}
		if then != nil {
			if err := then(file, path); err != nil {
				return err
			}
		}
	}
	return nil
}

// fillTemplate returns a template with its values.
func fillTemplate(name string, values map[string]string) ([]byte, error) {
	t, err := template.ParseFS(templates, "templates/"+name+".tmpl")
	if err != nil {
		return nil, err
	}
	var b strings.Builder
	err = t.Option("missingkey=error").Execute(&b, values)
	return []byte(b.String()), err
}
