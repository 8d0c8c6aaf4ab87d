//go:build integration

package web_test

import (
	"testing"

	"github.com/chromedp/chromedp"
)

// TestTryFigure tries a piece of a figure on a board, twice, and from the beginning again. One figure is a board at a time.
func TestTryFigure(t *testing.T) {
	c := found(t, "")
	b := newChromium(t)
	b.run(chromedp.Navigate(c.public.String()+"/rules"), chromedp.WaitReady(chromedp.CSS(".lessons")))
	b.photograph("rules-games")
	b.screen(desktop, "light")
	b.run(chromedp.Navigate(c.public.String() + "/rules/millennium"))
	b.until(`document.querySelectorAll('.figure > button').length > 10`)
	b.do(`document.querySelector('#rook .figure > button').click()`)
	b.until(`document.querySelectorAll('#rook .cell.target').length > 10 && document.activeElement.dataset.cell === '1d4'`)
	b.photograph("rules-figure")
	b.do(`document.querySelector('[data-cell="1d1"]').click()`)
	b.until(piece("1d1") + ` === 'white-rook' && document.querySelectorAll('#rook .cell.target').length > 10`)
	b.do(`document.querySelector('[data-cell="3d1"]').click()`)
	b.until(piece("3d1") + ` === 'white-rook' && ` + piece("1d1") + ` === ''`)
	const again = `document.querySelector('#rook .row button').click(); `
	b.do(again)
	b.until(piece("1d4") + ` === 'white-rook' && document.querySelectorAll('#rook .cell.target').length > 10`)
	b.do(`const real = fetch; window.late = 0;
		window.fetch = (url, options) => real(url, options).then((answer) => String(url).includes('1d1') ? new Promise((done) => setTimeout(() => { done(answer); setTimeout(() => window.late++, 100); }, 200)) : answer);
		document.querySelector('[data-cell="1d1"]').click(); ` + again)
	b.until(`window.late === 1`, piece("1d4")+` === 'white-rook'`) // a late answer changes nothing
	b.do(`document.querySelector('#castling .figure > button').click()`)
	b.until(`document.querySelectorAll('.board3d').length === 1 && document.querySelectorAll('#castling .arrow.best').length === 1 && !!document.querySelector('#rook .figure img')`)
	b.screen(phone, "dark")
	b.run(chromedp.Navigate(c.public.String()+"/rules/tridimensional"), chromedp.WaitReady(chromedp.CSS(".figure > button")))
	b.do(`document.querySelector('#attack-boards .figure > button').click()`)
	b.until(`document.querySelectorAll('#attack-boards .target').length > 0`)
	b.do(`document.querySelector('#attack-boards').scrollIntoView()`)
	b.photograph("rules-phone-dark")
}
