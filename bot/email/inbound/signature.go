package inbound

import "regexp"

// signed are lines that begin a signature or that clients write below every mail.
var signed = regexp.MustCompile(`(?i)^(` +
	`--|—|` +
	`[*_]*(sent (from|with|via|using|by) .*|sent on the go.*|get outlook for .*|` +
	`from my (iphone|ipad|android|mobile|phone|samsung|pixel).*|` +
	`(diese nachricht|diese mail|diese e-mail) wurde (von|mit) .*|von meine[mnr] .* (gesendet|geschickt|versendet).*|` +
	`(gesendet|verschickt|versandt|verfasst) (von|mit|über|aus) .*|holen sie sich outlook .*|outlook für (ios|android).*|` +
	`this (e-?mail|message|mail) (was|has been) (sent|written|scanned|checked) .*|` +
	`virenfrei\..*|virus-free\..*|` +
	`envoyé (de|depuis) .*|enviado (desde|do|de) .*|inviato da .*|verzonden (vanaf|met|via) .*|skickat från .*))$`)

// signature reports whether a line ends what the author wrote.
func signature(line string) bool { return signed.MatchString(line) }
