package bot

import (
	"stackmate/bot/account"
	"stackmate/bot/request"
)

// handlers do what the commands ask for, by the path of each in the command tree.
var handlers map[string]func(*request.Request) error

func init() { // not in the declaration: some handlers refer to it
	handlers = map[string]func(*request.Request) error{
		"challenge":        handleChallenge,
		"accept":           handleAccept,
		"decline":          handleDecline,
		"cancel":           handleCancel,
		"move":             handleMove,
		"pick":             handlePick,
		"board":            handleBoard,
		"moves":            handleMoves,
		"games":            handleGames,
		"draw offer":       handleDrawOffer,
		"draw accept":      handleDrawAccept,
		"draw decline":     handleDrawDecline,
		"draw withdraw":    handleDrawWithdraw,
		"draw claim":       handleDrawClaim,
		"resign":           handleResign,
		"takeback ask":     handleTakebackAsk,
		"takeback accept":  handleTakebackAccept,
		"takeback decline": handleTakebackDecline,
		"abort":            handleAbort,
		"rematch":          handleRematch,
		"if add":           handleIfAdd,
		"if show":          handleIfShow,
		"if remove":        handleIfRemove,
		"if clear":         handleIfClear,
		"vacation start":   account.HandleVacationStart,
		"vacation end":     account.HandleVacationEnd,
		"vacation show":    account.HandleVacationShow,
		"watch start":      handleWatch,
		"watch invite":     handleWatchInvite,
		"watch remove":     handleWatchRemove,
		"unwatch":          handleUnwatch,
		"note":             handleNote,
		"history":          handleHistory,
		"export":           handleExport,
		"import":           handleImport,
		"profile":          account.HandleProfile,
		"leaderboard":      account.HandleLeaderboard,
		"preferences":      account.HandlePreferences,
		"settings":         handleSettings,
		"adjudicate":       handleAdjudicate,
		"ban":              handleBan,
		"unban":            handleUnban,
		"block":            account.HandleBlock,
		"unblock":          account.HandleUnblock,
		"name":             account.HandleName,
		"link":             account.HandleLink,
		"rules":            handleRules,
		"help":             handleHelp,
	}
}
