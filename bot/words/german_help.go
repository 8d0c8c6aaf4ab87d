package words

// germanHelp describes the commands (at most 100 letters: Discord shows them) and the games.
var germanHelp = map[string]string{
	"command.challenge": "Jemanden zu einer Partie herausfordern",
	"command.accept":    "Eine Herausforderung annehmen",
	"command.decline":   "Eine Herausforderung ablehnen",
	"command.cancel":    "Deine Herausforderung zurücknehmen",
	"command.move":      "Ziehen",
	"command.board":     "Die Bretter einer Partie zeigen",
	"command.moves":     "Zeigen, wohin eine Figur ziehen kann",
	"command.games":     "Deine Partien und Herausforderungen aufzählen",
	"command.draw":      "Remis anbieten, beantworten oder verlangen",
	"command.resign":    "Eine Partie aufgeben",
	"command.history":   "Die Züge einer Partie aufzählen",
	"command.rules":     "Ein Spiel erklären, und wie man seine Züge schreibt",
	"command.help":      "Die Befehle erklären",

	"command.draw.offer":    "Remis anbieten",
	"command.draw.accept":   "Das angebotene Remis annehmen",
	"command.draw.decline":  "Das angebotene Remis ablehnen",
	"command.draw.withdraw": "Dein Remisangebot zurücknehmen",
	"command.draw.claim":    "Remis wegen dreifacher Wiederholung oder nach der Fünfzig-Züge-Regel verlangen",

	"command.takeback":   "Darum bitten, deinen letzten Zug zurücknehmen zu dürfen",
	"command.abort":      "Eine Partie abbrechen, die kaum begonnen hat",
	"command.rematch":    "Noch einmal gegeneinander spielen, mit vertauschten Farben",
	"command.if":         "Im Voraus sagen, wie du auf einen Zug antwortest",
	"command.vacation":   "Deine Uhren für einige Tage anhalten",
	"command.unwatch":    "Von einer Partie nichts mehr hören",
	"command.note":       "Eine Notiz zu einer Partie machen, die nur du sehen kannst",
	"command.settings":   "Wie sich der Bot auf diesem Server verhält",
	"command.adjudicate": "Eine Partie beenden, die nicht weitergeht",

	"command.takeback.ask":     "Darum bitten, deinen letzten Zug zurücknehmen zu dürfen",
	"command.takeback.accept":  "Die Gegenseite ihren letzten Zug zurücknehmen lassen",
	"command.takeback.decline": "Den letzten Zug stehen lassen",
	"command.if.add":           "Sagen, wie du antwortest: N3c5 Q2e7, abwechselnd fremder und eigener Zug",
	"command.if.show":          "Deine bedingten Züge aufzählen",
	"command.if.remove":        "Eine Zugfolge streichen",
	"command.if.clear":         "Alle Zugfolgen streichen",
	"command.vacation.start":   "Alle deine Uhren für einige Tage anhalten",
	"command.vacation.end":     "Vorzeitig zurückkommen",
	"command.vacation.show":    "Zeigen, wie viel Urlaub dir bleibt",

	"arg.clock":    "Bedenkzeit",
	"arg.rated":    "Ob die Partie gewertet wird",
	"arg.weekends": "Ob die Uhren am Wochenende stillstehen",
	"arg.limit":    "Züge ohne Fortschritt, nach denen Remis verlangt werden kann, sonst 50",
	"arg.open":     "Ob alle annehmen dürfen",
	"arg.note":     "Was du der Gegenseite dazu sagst",
	"arg.ply":      "Wie viele Halbzüge gespielt sind",
	"arg.line":     "Fremder Zug, deine Antwort und so weiter: N3c5 Q2e7",
	"arg.days":     "Wie viele Tage",
	"arg.text":     "Die Notiz; - löscht sie",
	"arg.channels": "Wo Partien angeboten werden dürfen; here:on nimmt einzelne Kanäle auf",
	"arg.here":     "Ob in diesem Kanal Partien angeboten werden dürfen",
	"arg.threads":  "Ob jede Partie einen eigenen Thread bekommt",
	"arg.language": "Die Sprache",
	"arg.theme":    "Die Farben der Bretter",
	"arg.result":   "Wer gewinnt",
	"arg.reason":   "Warum; die Spielenden lesen es",
	"arg.player":   "Wer",

	"choice.on": "an", "choice.off": "aus", "choice.en": "English", "choice.de": "Deutsch", "choice.draw": "Remis",
	"choice.everywhere": "in jedem Kanal", "choice.nowhere": "in keinem Kanal",
	"choice.none": "Kein Ergebnis", "choice.wood": "Holz", "choice.slate": "Schiefer", "choice.contrast": "Kontrast",
	"choice.print": "Druck",

	"help.takeback":   "Bittet die Gegenseite, dich deinen letzten Zug zurücknehmen zu lassen, samt der Antwort darauf, wenn es eine gibt.",
	"help.abort":      "Bricht eine Partie ab, solange eine Seite noch nicht gezogen hat. Sie zählt nicht.",
	"help.rematch":    "Fordert nach einer beendeten Partie noch einmal heraus, mit vertauschten Farben.",
	"help.if":         "Sagt im Voraus, wie du auf Züge der Gegenseite antwortest: if N3c5 then Q2e7, beliebig tief. Nur du kannst es sehen; gespielt wird sofort, wenn es passt.",
	"help.vacation":   "Hält alle deine Uhren für ganze Tage an, dreißig im Jahr.",
	"help.unwatch":    "Beendet das Zuschauen.",
	"help.note":       "Macht eine Notiz zu einer Partie, die nur du sehen kannst.",
	"help.settings":   "Zeigt oder ändert, wie sich der Bot auf diesem Server verhält. Für alle, die ihn verwalten.",
	"help.adjudicate": "Beendet eine Partie, die nicht weitergeht, mit einer Begründung, die die Spielenden lesen. Für alle, die den Server verwalten.",

	"arg.opponent":  "Wen du herausforderst",
	"arg.address":   "Oder die Mailadresse von jemandem, der nicht hier ist",
	"arg.variant":   "Welches Spiel",
	"arg.color":     "Deine Farbe",
	"arg.challenge": "Die Nummer der Herausforderung",
	"arg.game":      "Die Nummer der Partie, wenn du mehrere spielst",
	"arg.move":      "Der Zug, etwa N2g3 oder 1g1-2g3",
	"arg.square":    "Das Feld der Figur, etwa 1g1",
	"arg.confirm":   "Sag yes, damit es gleich geschieht",
	"arg.command":   "Der Befehl, der erklärt werden soll",

	"choice.white": "Weiß", "choice.black": "Schwarz", "choice.random": "Zufall",

	"help.challenge": "Fordert jemanden heraus. Gespielt wird Millennium 3D Chess, wenn du kein anderes Spiel nennst; die Farben werden ausgelost, wenn du keine wählst.",
	"help.accept":    "Nimmt eine Herausforderung an, und die Partie beginnt.",
	"help.decline":   "Lehnt eine Herausforderung ab.",
	"help.cancel":    "Nimmt eine Herausforderung zurück, die noch niemand beantwortet hat.",
	"help.move":      "Zieht. Das Wort „move“ brauchst du nicht zu tippen: der Zug allein genügt.",
	"help.board":     "Zeigt die Bretter, von deiner Seite gesehen.",
	"help.moves":     "Zeigt, wohin die Figur auf einem Feld ziehen kann; ohne Feld zählt es alle Züge auf.",
	"help.games":     "Zählt deine Partien und Herausforderungen auf, zuerst die, die auf dich warten.",
	"help.draw":      "Bietet Remis an oder beantwortet ein Angebot. Verlangen kannst du es, wenn die Stellung dreimal vorkam oder fünfzig Züge ohne Fortschritt vergangen sind.",
	"help.resign":    "Gibt eine Partie auf. Ich frage vorher noch einmal nach.",
	"help.history":   "Zählt die Züge einer Partie auf.",
	"help.rules":     "Erklärt ein Spiel: wie die Figuren ziehen, wie man Züge schreibt, und wie wir seine Regeln lesen.",
	"help.help":      "Erklärt die Befehle.",

	"rules.author": "{name} wurde erfunden von {author}. {notice}",

	"rules.orthodox": "Schach auf einem Brett, wie alle es kennen. Züge mit englischen Buchstaben (K König, Q Dame, R Turm, B Läufer, N Springer): Nf3, exd5, O-O, e8=Q, oder von und nach: g1-f3.",

	"rules.millennium": "Drei Bretter von 8×8, Ebene 1 unten und Ebene 3 oben. Weiß beginnt auf Ebene 1, Schwarz auf Ebene 3. " +
		"Ein Feld ist Ebene, Linie, Reihe: 1e1. Türme und Läufer ziehen wie gewohnt und dürfen mit jedem Schritt die Ebene um eins wechseln, immer in derselben Richtung; " +
		"Türme ziehen auch gerade auf und ab. Die Dame kann beides, der König einen Schritt davon. Ein Springer geht zwei entlang einer Achse und eins entlang einer anderen. " +
		"Bauern ziehen vorwärts, vorwärts mit Wechsel der Ebene, oder gerade auf oder ab; sie schlagen schräg vorwärts, auf der eigenen Ebene und denen daneben. " +
		"Züge: N2g3 (Springer), Bx3e5 (Läufer), Bauern 1c3 oder cx3b6, Rochade 0-0, Umwandlung 3a8=Q; oder von und nach: 1g1-2g3.",
	"reading.M1": "Der König geht auch einen Schritt gerade auf oder ab.",
	"reading.M2": "Der erste Zug eines Bauern darf aus zwei gleichen Schritten in jeder Richtung bestehen, in der er zieht; das Feld dazwischen muss leer sein.",
	"reading.M3": "En passant: ein Bauer auf seiner fünften Reihe schlägt einen Bauern, der soeben ein von ihm angegriffenes Feld überschritten hat; nie nach einem senkrechten Doppelschritt.",
	"reading.M4": "Bauern wandeln sich nur auf Grundreihe und Grundebene der Gegenseite um (3a8–3h8, 1a1–1h1), in Q, R, B oder N.",
	"reading.M5": "Rochade nur auf dem Heimatbrett, unter den üblichen Bedingungen; Angriffe zählen von allen Ebenen.",
	"reading.M6": "Wiederholung: gleiche Stellung, gleiche Seite am Zug, gleiche Rechte auf Rochade, ersten Zug und En-passant-Schlagen. Nach dreimal können beide Remis verlangen.",
	"reading.M7": "Fünfzig Züge: nur Schlagen, Umwandlung und Bauernzüge vorwärts beginnen die Zählung neu; gerade auf oder ab nicht.",
	"reading.M8": "Sofort remis: nackte Könige, oder ein Turm, Läufer oder Springer gegen den nackten König.",
	"reading.M9": "Zeit: wer sie überschreitet, verliert; remis, wenn die Gegenseite nur den König hat oder dazu einen Turm, Läufer oder Springer.",

	"rules.3d8l": "Acht Bretter von 8×8. Ein Punkt ist Ebene, Sektion, Grad: 5e1. Die Figuren von Weiß füllen den ersten Grad aller Ebenen, die Bauern den zweiten. " +
		"Turm R entlang einer Achse, Läufer B entlang zweier zugleich, Keule M entlang dreier; Rb, Rm, Bm verbinden sie, die Dame hat alle. " +
		"Springer N springt (0,1,2), roter Springer Nr (1,1,2), grüner Springer Ng (1,2,2), Großspringer G alles davon. Bauern gehen einen Grad vorwärts und schlagen einen Grad vorwärts zur Seite, nach oben oder nach unten. " +
		"Züge: R-8g5, Bx7b8, 7c2-7c4; zur Unterscheidung 4Bx7b8, Bax7b8, R3-8g5. Rochade: O|O, O/O, O-O, O-O-O, O/O/O, O|O|O.",
	"reading.B1": "Die Grundstellung erschien als Bild, das wir nicht haben. Unsere kennen wir aus zweiter Hand, aus einem Programm, dessen Autor sie dem Erfinder zuschreibt; sie stimmt mit jeder Zahl im Text überein.",
	"reading.B2": "Remis wie im gewöhnlichen Schach; jeder Bauernzug beginnt die Zählung der fünfzig Züge neu.",
	"reading.B3": "Sofort remis: nackte Könige, oder ein König und eine Figur außer Dame und Bauer gegen den nackten König.",

	"rules.nextgen": "Zwei Bretter von 8×8, A über B. Ein Feld ist Brett, Linie, Reihe: Ae2. Auf dem eigenen Brett zieht eine Figur wie im gewöhnlichen Schach. " +
		"Zum anderen Brett macht sie einen Schritt: König und Dame auf die neun Felder darüber oder darunter, der Turm gerade, der Läufer auf die acht ringsum, der Springer zwei weit und ein Brett; Bauern gerade oder vorwärts. " +
		"Züge: Ae2-Ae4, NAg1-Bg3, QAf3xAf7; die Rochade ist der Zug des Königs, Ae1-Ac1.",
	"reading.G1": "Bauern gehen vorwärts, vorwärts auf das andere Brett, oder gerade auf oder ab; der erste Zug darf zwei vorwärts gehen, auch mit dem Brettwechsel.",
	"reading.G2": "Bauern schlagen einen Schritt schräg vorwärts auf beiden Brettern; auch en passant auf beiden, sofort oder nie.",
	"reading.G3": "Bauern wandeln sich auf der letzten Reihe beider Bretter um, in Q, R, B oder N.",
	"reading.G4": "Rochade wie im gewöhnlichen Schach, auf dem Brett der Grundstellung.",
	"reading.G5": "Drei Aufstellungen: nextgen (Weiß auf A, Schwarz auf B), nextgen:white-b (umgekehrt), nextgen:shared (beide auf A).",
	"reading.G6": "Remis wie im gewöhnlichen Schach; sofort: nackte Könige, oder ein Turm, Läufer oder Springer gegen den nackten König.",

	"rules.tridimensional": "Drei feste Bretter von 4×4 und vier bewegliche Angriffsbretter von 2×2. Ein Feld ist Linie, Reihe, Ebene: e1A. " +
		"Die Figuren ziehen auf einem schrägen Gitter: seitwärts, vorwärts und vorwärts-aufwärts gelten als die drei geraden Richtungen. " +
		"Züge: Nb2B-c4B, d3B-d4B, O-O; ein Angriffsbrett A-e9G-b9G, mit =Q, wenn sich sein Bauer umwandelt.",
	"reading.T1": "Felder, die es nicht gibt, sind Luft: Langschrittler ziehen hindurch und können dort nicht stehen bleiben.",
	"reading.T2": "Angriffsbretter stecken über oder unter einer Ecke eines Hauptbretts; der Steckplatz heißt nach der Ecke und der Ebene des Bretts.",
	"reading.T3": "Ein Angriffsbrett geht zur Ecke gegenüber, zur Ecke längs, zur selben Ecke des nächsten Hauptbretts, oder dreht sich auf der Stelle um.",
	"reading.T4": "Ein leeres Brett dürfen beide bewegen; eines mit einem einzelnen Bauern nur die Seite, der er gehört, und nicht umdrehen. Das gilt als Zug.",
	"reading.T5": "Bauern wandeln sich auf Reihe 9 oder dahinter um, auf Ebene F oder darüber, schwarze auf Reihe 2 oder davor, auf Ebene B oder darunter; Mitfahren zählt.",
	"reading.T6": "Rochade: König und Turm tauschen die Plätze (O-O), oder der König geht nach a1A und der Turm nach b1A (O-O-O); Schwarz ebenso.",
	"reading.T7": "En passant gibt es, wo es das überschrittene Feld gibt.",
	"reading.T8": "Schwarze Bauern schlagen spiegelbildlich zu weißen.",
	"reading.T9": "Remis wie im gewöhnlichen Schach; sofort nur bei nackten Königen.",
}
