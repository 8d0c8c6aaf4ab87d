package bot

import (
	"stackmate/bot/account"
	"stackmate/bot/command"
	"stackmate/bot/lesson"
	"stackmate/bot/mydata"
	"stackmate/bot/mygames"
	"stackmate/bot/puzzles"
	"stackmate/bot/request"
	"stackmate/bot/show"
	"stackmate/bot/watch"
)

// handlers are the functions that do the commands, by each command's path.
var handlers map[command.Path]func(*request.Request) error

func init() { // not in the declaration, since some handlers use the map
	handlers = map[command.Path]func(*request.Request) error{
		command.Challenge:       handleChallenge,
		command.Accept:          handleAccept,
		command.Decline:         handleDecline,
		command.Cancel:          handleCancel,
		command.Move:            handleMove,
		command.Pick:            handlePick,
		command.Board:           show.HandleBoard,
		command.Moves:           show.HandleMoves,
		command.Attacks:         show.HandleAttacks,
		command.Sees:            show.HandleSees,
		command.Games:           mygames.Handle,
		command.DrawOffer:       handleDrawOffer,
		command.DrawAccept:      handleDrawAccept,
		command.DrawDecline:     handleDrawDecline,
		command.DrawWithdraw:    handleDrawWithdraw,
		command.DrawClaim:       handleDrawClaim,
		command.Resign:          handleResign,
		command.TakebackAsk:     handleTakebackAsk,
		command.TakebackAccept:  handleTakebackAccept,
		command.TakebackDecline: handleTakebackDecline,
		command.Abort:           handleAbort,
		command.Rematch:         handleRematch,
		command.Level:           handleLevel,
		command.Hint:            handleAdvice,
		command.Analyse:         handleAdvice,
		command.Review:          handleAdvice,
		command.Quiz:            handleAdvice,
		command.IfAdd:           handleIfAdd,
		command.IfShow:          handleIfShow,
		command.IfRemove:        handleIfRemove,
		command.IfClear:         handleIfClear,
		command.VacationStart:   account.HandleVacationStart,
		command.VacationEnd:     account.HandleVacationEnd,
		command.VacationShow:    account.HandleVacationShow,
		command.WatchStart:      watch.HandleStart,
		command.WatchInvite:     watch.HandleInvite,
		command.WatchRemove:     watch.HandleRemove,
		command.Unwatch:         watch.HandleStop,
		command.Note:            watch.HandleNote,
		command.History:         show.HandleHistory,
		command.Export:          show.HandleExport,
		command.Import:          handleImport,
		command.Puzzle:          puzzles.HandlePuzzle,
		command.Solve:           puzzles.HandleSolve,
		command.Solution:        puzzles.HandleSolution,
		command.Profile:         account.HandleProfile,
		command.Leaderboard:     account.HandleLeaderboard,
		command.Preferences:     account.HandlePreferences,
		command.Web:             account.HandleWeb,
		command.Settings:        handleSettings,
		command.Adjudicate:      handleAdjudicate,
		command.AdminStatus:     handleStatus,
		command.Ban:             handleBan,
		command.Unban:           handleUnban,
		command.Block:           account.HandleBlock,
		command.Unblock:         account.HandleUnblock,
		command.Name:            account.HandleName,
		command.Link:            account.HandleLink,
		command.MydataExport:    mydata.HandleExport,
		command.MydataDelete:    mydata.HandleDelete,
		command.Rules:           lesson.Handle,
		command.Help:            handleHelp,
	}
}
