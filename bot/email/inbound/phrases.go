package inbound

import (
	"regexp"
	"strings"
)

// What mail programs write around the mail that is answered, in many languages and in lower
// case.
const (
	// openers begin an attribution, before the date.
	openers = `on|at|in message|am|le|el|il|op|den|em|w dniu|dnia|dne|dňa|v|в|у|在|于`

	// wroteWords are the verbs of attributions.
	wroteWords = `wrote|writes|said|says|schrieb|schrieben sie|geschrieben|schreibt|a écrit|nous a dit|escribió|ha escrit|escreveu|` +
		`ha scritto|scrive|schreef|skrev|skreiv|napisał|napisała|napisał\(a\)|pisze|napsal|napsala|napsal\(a\)|kirjoitti|írta|a scris|` +
		`написал|написала|написал\(а\)|писал|пишет|написав|написала|пише|yazdı|έγραψε`
	// wroteSuffixes are the verbs of attributions in languages without spaces between words.
	wroteSuffixes = `写道|寫道|のメール|さんは書きました`

	// authorFields are the names of the header field From.
	authorFields = `from|von|de|da|van|från|fra|od|от|від|lähettäjä|expéditeur|remitente|mittente|remetente|afzender|avsändare|` +
		`发件人|寄件者|寄件人|差出人|送信者`
	// otherFields are the names of other header fields.
	otherFields = `sent|date|to|cc|bcc|subject|reply-to|gesendet|gesendet am|datum|an|betreff|antwort an|envoyé|envoyé le|à|objet|répondre à|` +
		`destinataire|enviado|enviado el|enviado em|enviada em|fecha|para|asunto|assunto|inviato|data|a|oggetto|verzonden|aan|onderwerp|` +
		`skickat|till|ämne|sendt|dato|til|emne|wysłano|wysłane|do|dw|temat|odesláno|komu|předmět|отправлено|дата|кому|копия|тема|` +
		`надіслано|копія|lähetetty|vastaanottaja|aihe|päivämäärä|发送时间|發送時間|日期|收件人|收件者|抄送|主题|主題|主旨|送信日時|日時|宛先|件名`

	// forwards name a mail that is forwarded or answered; announcements are whole lines above
	// one.
	forwards = `original message|original appointment|forwarded message|reply message|ursprüngliche nachricht|originalnachricht|` +
		`urspr\.? ?nachricht|weitergeleitete nachricht|message d'origine|message original|message transféré|mensaje original|` +
		`mensaje reenviado|messaggio originale|messaggio inoltrato|mensagem original|mensagem encaminhada|oorspronkelijk bericht|` +
		`doorgestuurd bericht|ursprungligt meddelande|vidarebefordrat meddelande|opprinnelig melding|videresendt melding|` +
		`oprindelig meddelelse|videresendt meddelelse|wiadomość oryginalna|oryginalna wiadomość|wiadomość przekazana|` +
		`исходное сообщение|пересылаемое сообщение|пересланное сообщение|оригінальне повідомлення|переслане повідомлення|` +
		`alkuperäinen viesti|původní zpráva|原始邮件|原始郵件|转发邮件|元のメッセージ`
	announcements = `begin forwarded message|anfang der weitergeleiteten (nachricht|e-mail)|début du message (transféré|réexpédié)|` +
		`inicio del mensaje reenviado|inizio messaggio inoltrato|início da mensagem (reencaminhada|encaminhada)|` +
		`begin doorgestuurd bericht|vidarebefordrat brev|videresendt (melding|besked)|start på videresendt (melding|besked)|` +
		`początek przekazywanej wiadomości|начало пересылаемого сообщения|початок переадресованого повідомлення|` +
		`下面是被转发的邮件|開始轉寄郵件|転送されたメッセージ`

	// devices begin the line that a mail program adds below every mail.
	devices = `sent (from|with|via|using|by|on the go)|get outlook for|from my (iphone|ipad|android|mobile|phone|samsung|pixel|blackberry)|` +
		`(diese|die) (nachricht|mail|e-mail) wurde (von|mit)|von meine[mnr] |(gesendet|verschickt|versandt|verfasst) (von|mit|über|aus)|` +
		`holen sie sich outlook|outlook (für|pour|para|per|voor|for) (ios|android|mac)|this (e-?mail|message|mail) (was|has been) (sent (from|with|using) (my|a) |scanned |checked )|` +
		`envoyé (de|depuis|à partir)|(télécharge[rz]|obtenir|obtenez) outlook|enviado (desde|do|de|da|a partir|via|com)|(obtener|obtén|obter o|baixe o|descargar) outlook|` +
		`inviato (da|dal|con)|(scarica|ottieni) outlook|(verzonden|verstuurd) (vanaf|met|via|vanuit)|(download|ontvang) outlook|` +
		`skickat (från|med|via)|(skaffa|hämta) outlook|sendt (fra|med|via)|(få|last ned|hent|download) outlook|` +
		`(wysłano|wysłane) (z|za)|pobierz (program )?outlook|отправлено (с|со|из|от|через)|надіслано (з|із|через)|скачать outlook|` +
		`lähetetty|hanki outlook|odesláno z|从我的|從我的|发自我的|發自我的|获取 outlook|` +
		`virus-free\.|virenfrei\.|sans virus\.|libre de virus`
	// deviceEnds end the line that a mail program adds, in languages where the verb comes last.
	deviceEnds = `から送信|傳送|发送|發送|gönderildi|from mobile`

	// greetings begin the first line of a mail.
	greetings = `hi|hello|hey|dear|good morning|good day|good evening|hallo|moin|servus|grüezi|liebe[rs]?|guten (tag|morgen|abend)|` +
		`bonjour|bonsoir|salut|cher|chère|hola|buenas|buenos días|estimad[oa]|ciao|buongiorno|salve|olá|oi|bom dia|boa tarde|` +
		`hoi|beste|dag|hej|hei|kära|kjære|kære|cześć|dzień dobry|witam|witaj|привет|здравствуйте|добрый день|привіт|вітаю|` +
		`добрий день|ahoj|dobrý den|terve|你好|您好|こんにちは`
)

// pattern compiles an expression that ignores case, with the phrases in place of %s.
func pattern(expr, phrases string) *regexp.Regexp {
	return regexp.MustCompile("(?i)" + strings.ReplaceAll(expr, "%s", "(?:"+phrases+")"))
}
