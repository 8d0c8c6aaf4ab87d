package render

import (
	"image/color"
	"slices"
)

// tone is an index into a theme's table of colours.
type tone uint8

const (
	toneBack  tone = iota // behind everything
	toneInk               // titles and names
	toneFaint             // files, ranks, counts
	toneFrame             // the boards' edge
	toneLight             // squares
	toneDark
	toneLightLast // squares of the last move
	toneDarkLast
	toneBurst     // the inside of the star behind a king in check
	tonePanel     // the status bar
	toneChip      // behind pieces in the status bar
	toneChipInk   // numbers there
	toneVacantPin // where an attack board could be pinned
	toneLastMove  // frame and arrow of the last move
	toneCheck     // edge of that star, and lines from the pieces that give check
	toneTarget    // where a piece can go
	toneColumn    // squares above and below another
	tonePreview   // frame and arrow of a move that has not been made yet
	toneHalo      // around arrows and dots
	toneTurn      // the pointer to the player whose turn it is
	toneWhite     // white pieces: body, shade, outline, seams
	toneWhiteShade
	toneWhiteLine
	toneWhiteSeam
	toneBlack // black pieces: body, shade, outline, seams
	toneBlackShade
	toneBlackLine
	toneBlackSeam
	toneRed   // plume of the red knight
	toneGreen // horn of the green knight
	toneGold  // crown of the grand knight
	toneCount
)

// theme is a table of colours.
type theme struct {
	name   string
	colors [toneCount]color.RGBA
}

// themes are in the order in which players are offered them.
var themes = []theme{
	{"wood", [toneCount]color.RGBA{
		toneBack: rgb(0xf4ecdf), toneInk: rgb(0x3b2717), toneFaint: rgb(0x7d6449), toneFrame: rgb(0x85603e),
		toneLight: rgb(0xeed6ab), toneDark: rgb(0xb6804e), toneLightLast: rgb(0xf3df69), toneDarkLast: rgb(0xd0a733),
		toneBurst: rgb(0xf08a72), tonePanel: rgb(0xe6d8c3), toneChip: rgb(0xe6d8c3), toneChipInk: rgb(0x3b2717), toneVacantPin: rgb(0xc9b59a),
		toneLastMove: rgb(0x0f3a50), toneCheck: rgb(0x7a0f0f), toneTarget: rgb(0x113e34), toneColumn: rgb(0x542373),
		tonePreview: rgb(0x003e37), toneHalo: rgb(0xfffaf0), toneTurn: rgb(0xb3261e),
		toneWhite: rgb(0xfffaf0), toneWhiteShade: rgb(0xe3d3b8), toneWhiteLine: rgb(0x33241a), toneWhiteSeam: rgb(0x5e4937),
		toneBlack: rgb(0x362a24), toneBlackShade: rgb(0x1f1713), toneBlackLine: rgb(0x120c09), toneBlackSeam: rgb(0xb89f86),
		toneRed: rgb(0xd8392b), toneGreen: rgb(0x2f9e57), toneGold: rgb(0xe8b023),
	}},
	{"slate", [toneCount]color.RGBA{
		toneBack: rgb(0x22272e), toneInk: rgb(0xf0f3f6), toneFaint: rgb(0xa9b4c0), toneFrame: rgb(0x12161b),
		toneLight: rgb(0xcfd8e0), toneDark: rgb(0x7a8b9b), toneLightLast: rgb(0xa9d5a0), toneDarkLast: rgb(0x5fa068),
		toneBurst: rgb(0xf2948a), tonePanel: rgb(0x2f363f), toneChip: rgb(0x7a8b9b), toneChipInk: rgb(0x0b0e11), toneVacantPin: rgb(0x4d5864),
		toneLastMove: rgb(0x0c4721), toneCheck: rgb(0x6e0c16), toneTarget: rgb(0x083c6a), toneColumn: rgb(0x512678),
		tonePreview: rgb(0x5c2c00), toneHalo: rgb(0xffffff), toneTurn: rgb(0xffb74d),
		toneWhite: rgb(0xffffff), toneWhiteShade: rgb(0xd5dde6), toneWhiteLine: rgb(0x1d242c), toneWhiteSeam: rgb(0x4d5965),
		toneBlack: rgb(0x2b323a), toneBlackShade: rgb(0x181d23), toneBlackLine: rgb(0x93a3b3), toneBlackSeam: rgb(0xa3b0bd),
		toneRed: rgb(0xe0453c), toneGreen: rgb(0x37a862), toneGold: rgb(0xf0bd33),
	}},
	{"contrast", [toneCount]color.RGBA{
		toneBack: rgb(0x000000), toneInk: rgb(0xffffff), toneFaint: rgb(0xffff66), toneFrame: rgb(0xffffff),
		toneLight: rgb(0xffffff), toneDark: rgb(0x8a8f98), toneLightLast: rgb(0xffe94a), toneDarkLast: rgb(0xc9a800),
		toneBurst: rgb(0xff9a9a), tonePanel: rgb(0x1a1a1a), toneChip: rgb(0x8a8f98), toneChipInk: rgb(0x000000), toneVacantPin: rgb(0x9a9a9a),
		toneLastMove: rgb(0x000000), toneCheck: rgb(0x7b0000), toneTarget: rgb(0x002c93), toneColumn: rgb(0x700076),
		tonePreview: rgb(0x004b26), toneHalo: rgb(0xffffff), toneTurn: rgb(0xffe94a),
		toneWhite: rgb(0xffffff), toneWhiteShade: rgb(0xffffff), toneWhiteLine: rgb(0x000000), toneWhiteSeam: rgb(0x000000),
		toneBlack: rgb(0x000000), toneBlackShade: rgb(0x000000), toneBlackLine: rgb(0xffffff), toneBlackSeam: rgb(0xffffff),
		toneRed: rgb(0xff3b30), toneGreen: rgb(0x00c853), toneGold: rgb(0xffd600),
	}},
	{"print", [toneCount]color.RGBA{
		toneBack: rgb(0xffffff), toneInk: rgb(0x000000), toneFaint: rgb(0x404040), toneFrame: rgb(0x707070),
		toneLight: rgb(0xffffff), toneDark: rgb(0xc8c8c8), toneLightLast: rgb(0xffffff), toneDarkLast: rgb(0xc8c8c8),
		toneBurst: rgb(0xffffff), tonePanel: rgb(0xf2f2f2), toneChip: rgb(0xf2f2f2), toneChipInk: rgb(0x000000), toneVacantPin: rgb(0x9a9a9a),
		toneLastMove: rgb(0x000000), toneCheck: rgb(0x000000), toneTarget: rgb(0x202020), toneColumn: rgb(0x505050),
		tonePreview: rgb(0x606060), toneHalo: rgb(0xffffff), toneTurn: rgb(0x000000),
		toneWhite: rgb(0xffffff), toneWhiteShade: rgb(0xffffff), toneWhiteLine: rgb(0x000000), toneWhiteSeam: rgb(0x000000),
		toneBlack: rgb(0x181818), toneBlackShade: rgb(0x181818), toneBlackLine: rgb(0x000000), toneBlackSeam: rgb(0xffffff),
		toneRed: rgb(0x707070), toneGreen: rgb(0xb0b0b0), toneGold: rgb(0xe0e0e0),
	}},
}

// Themes returns the names of the themes, the default first.
func Themes() []string {
	names := make([]string, len(themes))
	for i := range themes {
		names[i] = themes[i].name
	}
	return names
}

// themeNamed returns the theme with a name, the default for an empty name, and nil for
// an unknown one.
func themeNamed(name string) *theme {
	if name == "" {
		return &themes[0]
	}
	i := slices.IndexFunc(themes, func(t theme) bool { return t.name == name })
	if i < 0 {
		return nil
	}
	return &themes[i]
}

// rgb returns the opaque colour 0xRRGGBB.
func rgb(hex uint32) color.RGBA {
	return color.RGBA{uint8(hex >> 16), uint8(hex >> 8), uint8(hex), 0xff}
}
