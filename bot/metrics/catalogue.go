package metrics

// All metrics. To add one, add a line here, and call Add, Observe or Watch where the program is
// wired. A label may hold only what this program knows before it starts, such as the name of a
// command: no player, server, channel or game, and no text from outside.
var (
	Commands = counter("stackmate_commands_total",
		"Commands that were handled: done, refused (the answer says why), repeated (handled before) or failed.", "verb", "outcome")
	CommandTime = histogram("stackmate_command_duration_seconds",
		"Time to handle a command, until it is on disk and its answer is ready to be sent, picture included.",
		[]float64{.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 10}, "verb")

	Interactions = counter("stackmate_interactions_total",
		"Interactions of Discord by their first answer: in_time, deferred (asked for more time), late (Discord has given up after "+
			"three seconds) or failed.", "result")
	InteractionTime = histogram("stackmate_interaction_answer_seconds",
		"Time until the first answer to an interaction was accepted by Discord.",
		[]float64{.05, .1, .25, .5, 1, 1.5, 2, 2.5, 3, 5, 10})

	Endpoint = counter("stackmate_discord_http_requests_total",
		"Requests to discord.interactions.listen: accepted and ping from Discord; refused are unsigned, forged (Discord sends some to see that), "+
			"old, replayed, too_large, unreadable and busy (too many at once, or the bot starts or stops). All 0 without the setting.", "result")

	Pictures = counter("stackmate_pictures_total",
		"Pictures and animations that were asked for, drawn or from the cache.", "kind", "source")
	PictureTime = histogram("stackmate_picture_draw_seconds",
		"Time to draw and pack a picture or an animation.",
		[]float64{.005, .01, .02, .05, .1, .2, .5, 1, 2, 5}, "kind")

	StoreWait = histogram("stackmate_store_wait_seconds",
		"Time that a transaction waited for its turn: a write for the only writer, a read for one of a few readers.",
		storeTimes, "access", "job")
	StoreTime = histogram("stackmate_store_transaction_seconds",
		"Time from the beginning of a transaction to its end on disk, by the command or other work that it is for.",
		storeTimes, "access", "job")
	StoreFailures = counter("stackmate_store_failures_total",
		"Transactions that the database did not carry out, by what is wrong with it.", "access", "reason")

	OutboxDue = gauge("stackmate_outbox_due",
		"Messages that are due now, up to 10,000. What waits behind another about the same game is not counted.", "transport")
	OutboxOldest = gauge("stackmate_outbox_oldest_due_seconds",
		"For how long the oldest message has been due, also between two attempts; 0 if none is.", "transport")
	HeldMessages = gauge("stackmate_held_messages",
		"Messages that are held since a backup was restored, until the owner sends or drops them.", "transport")
	OutboxDeliveries = counter("stackmate_outbox_deliveries_total", "Messages that the outbox delivered.", "transport")
	OutboxFailures   = counter("stackmate_outbox_failures_total",
		"Attempts of the outbox to deliver a message that failed. Most are repeated later.", "transport", "reason")

	GatewayConnected = gauge("stackmate_gateway_connected",
		"Whether a shard's connection to Discord's gateway works: 1 or 0.", "shard")
	GatewayConnects = counter("stackmate_gateway_connects_total",
		"Times that a shard got connected, with a new session or by resuming the last one.", "shard", "session")
	GatewayBudget = gauge("stackmate_gateway_identify_remaining",
		"New sessions that may begin until Discord renews the budget. At 0 the bot waits instead of connecting.")
	GatewayBudgetTotal = gauge("stackmate_gateway_identify_total", "New sessions that may begin in a day.")

	MailConnected = gauge("stackmate_mail_connected",
		"Whether mail can come in (imap or listen) and go out (smtp): 1 or 0.", "connection")
	MailOldest = gauge("stackmate_mail_oldest_unread_seconds",
		"For how long the oldest mail in the mailbox has been there without being handled; 0 if there is none. Answers that wait "+
			"are in the outbox.")
	MailReceived = counter("stackmate_mail_received_total",
		"Mails that came in: handled, unconfirmed (the author was asked to confirm), ignored (from robots and from the bot itself), "+
			"bounce, refused (not for the bot), failed (tried again) or set_aside.", "result")
	MailSent = counter("stackmate_mail_sent_total",
		"Mails that went out: sent, refused by the mail server for good, or failed (tried again).", "result")

	ComputerWaiting = gauge("stackmate_computer_waiting",
		"Games that wait for the program's move, or in which it thinks, up to 1,000. Missing if nobody can play against it.")
	ComputerTime = histogram("stackmate_computer_think_seconds",
		"Time that the program thought about a move.", []float64{.05, .1, .2, .5, 1, 2, 5, 10, 20, 60}, "level")

	AdviceWaiting = gauge("stackmate_advice_waiting",
		"Questions of people that the program has not answered yet, those included about which it thinks. The same question of "+
			"several people is one. Missing if nobody can play against it.", "verb")
	AdviceWait = histogram("stackmate_advice_wait_seconds",
		"Time that a question waited until the program began to think about it.", adviceTimes, "verb")
	AdviceTime = histogram("stackmate_advice_think_seconds",
		"Time from there until the answer was found. In a review games and other questions have their turns in between.", adviceTimes, "verb")
	Advice = counter("stackmate_advice_total",
		"Questions by how they ended: answered, failed, stopped (the bot ended first), left (nobody waited any more), busy (refused, since the player waits for as many "+
			"answers as one may) or full (refused, since all together do).", "verb", "result")

	WebTime = histogram("stackmate_web_request_duration_seconds",
		"Time to answer a browser, by the pattern of the page's path. Streams of events are not counted.",
		[]float64{.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 10}, "page")
	WebRefused = counter("stackmate_web_refused_total",
		"Requests of browsers that got an error, by what was wrong: busy (too many), origin or form (perhaps sent by another website), "+
			"host (another name than that of the pages), signed_out, link (expired or used), page or game (there is none), failure (a defect: see the log) and others.",
		"reason")
	WebStreams = gauge("stackmate_web_streams",
		"Pages of games that hear of moves at once. The pages of a browser share one. Missing if there are no pages.")

	GamesRunning = gauge("stackmate_games_running", "Games that are not over, analyses included.", "variant")

	CheckOK = gauge("stackmate_check_ok",
		"Results of the checks that \"stackmate health --ready\" makes: 1 is good, 0 is bad.", "check")
	LogRecords = counter("stackmate_log_records_total", "Warnings and errors in the bot's log.", "level")

	BackupLast = gauge("stackmate_backup_last_success_timestamp_seconds",
		"When the last backup was finished, in seconds since 1970; 0 for never. Missing if no backups are configured.")
	BackupFailures = recounter("stackmate_backup_failures_total",
		"Backups that failed. Missing if no backups are configured.")

	BuildInfo = gauge("stackmate_build_info", "Which program this is; always 1.", "version", "commit", "go")
)

// adviceTimes are the buckets of questions, in seconds.
var adviceTimes = []float64{.1, .25, .5, 1, 2.5, 5, 10, 25, 60, 180}

// storeTimes are the buckets of transactions, in seconds.
var storeTimes = []float64{.0005, .002, .005, .02, .1, .5, 2, 10}
