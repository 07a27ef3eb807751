import type { kernelRefusals } from '../../kernel/refusal.ts';
import type { accountsRefusals } from '../../accounts/refusals.ts';
import type { hostsRefusals } from '../../hosts/refusals.ts';
import type { apiKeysRefusals } from '../../developers/api-keys.ts';
import type { webhooksRefusals } from '../../developers/webhooks.ts';
import type { notificationsRefusals } from '../../notifications/push.ts';
import type { reportsRefusals } from '../../reports/reports.ts';
import type { reviewsRefusals } from '../../reviews/refusals.ts';
import type { searchRefusals } from '../../search/refusals.ts';
import type { statsRefusals } from '../../stats/refusals.ts';
import type { RefusalSentences } from '../refusal-sentences.ts';

export default {
  bad_input: '{detail}',
  not_found: 'Das haben wir leider nicht gefunden.',
  login_required: 'Bitte melde dich dafür an.',
  token_invalid: 'Deine Sitzung ist abgelaufen. Bitte melde dich noch einmal an.',
  account_required: 'Dafür brauchst du ein Konto. Melde dich an oder registriere dich und versuche es noch einmal.',
  forbidden: 'Das darfst du nicht.',
  contact_message_missing: 'Gib eine Nachricht ein.',
  contact_message_too_long: 'Deine Nachricht darf höchstens {maximum} Zeichen haben.',
  too_many_requests: 'Zu viele Anfragen. Bitte warte einen Moment und versuche es noch einmal.',
  body_too_large: 'Diese Anfrage ist zu groß.',
  headers_too_large: 'Die Header dieser Anfrage sind zu groß.',
  expectation_unmet: 'Dieser Server unterstützt den Expect-Header der Anfrage nicht.',
  request_too_slow: 'Die Anfrage kam zu langsam an. Bitte versuche es noch einmal.',
  upload_too_slow:
    'Das Hochladen hat zu lange gedauert. Bitte nimm eine kleinere Datei oder eine schnellere Verbindung.',
  storage_full: 'Wir können gerade nichts Hochgeladenes speichern. Bitte versuche es später noch einmal.',
  unsupported_media_type: 'Dieser Inhaltstyp wird nicht unterstützt.',
  webhook_signature_wrong: 'Die Signatur ist nicht gültig.',
  idempotency_key_reused: 'Dieser Idempotency-Key wurde schon für eine andere Anfrage benutzt.',
  request_in_progress: 'Diese Anfrage wird schon verarbeitet.',
  temporarily_unavailable: 'Ein Dienst, den wir brauchen, antwortet nicht. Bitte versuche es gleich noch einmal.',
  credentials_wrong: 'E-Mail-Adresse oder Passwort stimmt nicht.',
  login_paused:
    'Zu viele falsche Passwörter. Versuche es in {minutes} Min. noch einmal oder lass dir einen Anmeldelink per E-Mail schicken.',
  codes_paused:
    'Zu viele falsche Codes. Versuche es in {minutes} Min. noch einmal oder lass dir einen Anmeldelink per E-Mail schicken und gib dort einen Code ein.',
  password_checks_paused:
    'Zu viele falsche Passwörter. Versuche es in {minutes} Min. noch einmal oder setze deines mit „Passwort vergessen?“ zurück.',
  email_invalid: 'Gib eine gültige E-Mail-Adresse ein, etwa du@beispiel.de.',
  email_taken: 'Zu dieser E-Mail-Adresse gibt es schon ein Konto. Melde dich stattdessen an.',
  email_own: 'Das ist schon deine E-Mail-Adresse.',
  username_taken: 'Dieser Benutzername ist schon vergeben.',
  username_invalid: 'Nimm 3 bis 30 Buchstaben, Ziffern, Punkte, Bindestriche oder Unterstriche.',
  username_reserved: 'Dieser Benutzername ist reserviert. Bitte wähle einen anderen.',
  name_reserved: 'Dieser Name ist reserviert. Bitte wähle einen anderen.',
  password_weak: 'Nimm mindestens 8 Zeichen, darunter 1 Großbuchstabe, 1 Kleinbuchstabe und 1 Ziffer.',
  password_common:
    'Dieses Passwort ist zu verbreitet. Wähle ein längeres, das nur du kennst, etwa drei Wörter ohne Zusammenhang mit einem Großbuchstaben und einer Ziffer.',
  password_personal:
    'Dieses Passwort ist leicht zu erraten, weil es vor allem aus deinem Namen, Benutzernamen, deiner E-Mail-Adresse oder unserem Namen besteht. Wähle Wörter, die nichts mit dir zu tun haben.',
  field_required: '{label} fehlt.',
  birth_date_invalid: 'Bitte gib ein gültiges Geburtsdatum ein.',
  terms_required: 'Bitte akzeptiere die Datenschutzerklärung und die Nutzungsbedingungen.',
  refresh_invalid: 'Deine Sitzung ist abgelaufen. Bitte melde dich noch einmal an.',
  link_other_account:
    'Dieser Link ist für das Konto {username}, du bist aber mit einem anderen angemeldet. Nimm den Link aus der E-Mail, in der dein Konto steht.',
  link_invalid: 'Dieser Link ist abgelaufen oder wurde schon benutzt. Bitte fordere einen neuen an.',
  reset_token_invalid: 'Der Link zum Zurücksetzen stimmt nicht',
  email_unverified:
    'Bitte bestätige zuerst deine E-Mail-Adresse. Nimm dafür den Link aus der E-Mail, die wir dir geschickt haben.',
  request_pending: 'Deine Anfrage wird bearbeitet.',
  request_not_needed: 'Du bist schon Influencer.',
  request_decided: 'Über diese Anfrage ist schon entschieden.',
  reason_too_long: 'Höchstens {maximum} Zeichen.',
  hosts_flag_only: 'Das gibt es nur für Influencer.',
  massive_in_use:
    'Dieser Host hat ein Event mit mehr als 1.000 Tickets, deshalb lässt sich das noch nicht ausschalten.',
  password_wrong: 'Das Passwort stimmt nicht.',
  password_needed: 'Bitte gib dein Passwort noch einmal ein, um zu ändern, wohin dein Geld geht.',
  password_missing:
    'Dein Konto hat noch kein Passwort. Melde dich ab, lege mit „Passwort vergessen?“ eines fest und komm dann wieder.',
  account_suspended: 'Dein Konto ist gesperrt: „{reason}“ Wenn du das für einen Irrtum hältst, schreib uns bitte.',
  email_blocked:
    'Mit dieser E-Mail-Adresse lassen sich keine Tickets kaufen. Wenn du das für einen Irrtum hältst, schreib uns bitte.',
  admin_not_suspendable: 'App-Admins lassen sich nicht sperren.',
  already_suspended: 'Diese Person ist schon gesperrt.',
  not_suspended: 'Diese Person ist nicht gesperrt.',
  session_not_found: 'Diese Sitzung ist schon beendet.',
  account_has_events: 'Du hast noch kommende oder laufende Events. Beende sie oder sage sie zuerst ab.',
  account_has_payment: 'Eine deiner Zahlungen wird noch verarbeitet. Versuche es in ein paar Minuten noch einmal.',
  code_required: 'Gib den Code aus deiner Authenticator-App ein.',
  code_wrong: 'Dieser Code stimmt nicht oder wurde schon benutzt.',
  second_factor_needed:
    'App-Admins brauchen die Anmeldung in zwei Schritten. Schalte sie in deinen Kontoeinstellungen ein und versuche es noch einmal.',
  second_factor_on: 'Die Anmeldung in zwei Schritten ist schon an.',
  second_factor_off: 'Die Anmeldung in zwei Schritten ist schon aus.',
  passkeys_unavailable:
    'Passkeys funktionieren nicht mit einer IP-Adresse. Öffne Frontrow über seinen Namen, etwa localhost, und versuche es noch einmal.',
  passkeys_full: 'Du kannst bis zu {maximum} Passkeys haben. Entferne einen, um einen neuen hinzuzufügen.',
  passkey_taken: 'Dieser Passkey ist schon hinzugefügt.',
  passkey_over: 'Diese Anfrage ist abgelaufen oder wurde schon benutzt. Bitte versuche es noch einmal.',
  passkey_invalid: 'Wir konnten diesen Passkey nicht prüfen. Versuche es noch einmal oder melde dich anders an.',
  passkey_unknown:
    'Wir kennen diesen Passkey nicht. Melde dich anders an und füge ihn dann in deinen Kontoeinstellungen hinzu.',
  passkey_not_verified:
    'Dein Gerät hat nicht geprüft, ob du es bist. Nutze einen Passkey, der nach Fingerabdruck, Gesicht oder PIN fragt.',
  passkey_copied:
    'Dieser Passkey wurde vielleicht kopiert, deshalb haben wir ihn abgelehnt. Melde dich anders an und entferne ihn.',
  passkey_last:
    'Dieser Passkey ist dein einziger Weg, dich anzumelden. Lege zuerst ein Passwort fest und entferne ihn dann.',
  passkey_not_found: 'Dieser Passkey wurde schon entfernt.',
  login_again_needed:
    'Dein Konto hat kein Passwort. Melde dich ab und wieder an und nimm die Änderung innerhalb von {minutes} Minuten vor.',
  emails_mismatch: 'Die E-Mail-Adressen müssen übereinstimmen.',
  social_unset: 'Die Registrierung mit {provider} gibt es hier nicht.',
  social_state_wrong:
    'Diese Anmeldung wurde nicht in diesem Tab begonnen oder schon benutzt. Wähle bitte noch einmal „Weiter mit {provider}“.',
  social_refused: '{provider} hat diese Anmeldung abgelehnt. Bitte versuche es noch einmal.',
  social_unavailable: '{provider} ist gerade nicht erreichbar. Bitte versuche es gleich noch einmal.',
  social_unverified:
    'Wir konnten die Antwort von {provider} nicht prüfen. Bitte versuche es noch einmal und wende dich an den Support, wenn es wieder passiert.',
  social_clock_wrong:
    'Die Uhr von {provider} und unsere gehen verschieden, deshalb konnten wir diese Anmeldung nicht prüfen. Bitte wende dich an den Support.',
  social_over: 'Diese Registrierung ist abgelaufen. Wähle bitte noch einmal „Weiter mit {provider}“.',
  social_other_browser: 'Öffne diesen Link in dem Browser, in dem du „Weiter mit {provider}“ gewählt hast.',
  social_taken: 'Dieses {provider}-Konto ist schon mit einem anderen Konto verbunden.',
  user_not_found: 'Person nicht gefunden',
  bio_too_long: 'Höchstens {maximum} Zeichen.',
  too_many_links: 'Füge höchstens {maximum} Links hinzu.',
  web_link_invalid: 'Bitte gib eine Webadresse ein, die mit http:// oder https:// beginnt.',
  web_link_too_long: 'Ein Link darf höchstens {maximum} Zeichen haben.',
  own_page: 'Dir selbst kannst du nicht folgen.',
  too_many_follows: 'Du folgst schon {maximum} Hosts. Folge zuerst einem davon nicht mehr.',
  too_many_favorites: 'Du hast schon {maximum} Events gemerkt. Entferne zuerst eines.',
  podcast_not_found: 'Dieser Host bietet keinen Podcast an.',
  embed_site_invalid: '„{site}“ können wir nicht als Website zulassen. Gib eine Adresse wie https://example.com ein.',
  oembed_url_missing: 'Gib die Seite an, die eingebettet werden soll: /oembed?url=…',
  oembed_url_unknown: 'Unter dieser Adresse gibt es nichts einzubetten.',
  oembed_size_invalid: 'maxwidth und maxheight sind ganze Zahlen in Pixeln.',
  oembed_format_unsupported: 'Es gibt nur format=json.',
  too_many_embed_sites: 'Füge höchstens {maximum} Websites hinzu.',
  api_key_invalid:
    'Dieser API-Schlüssel ist nicht gültig. Prüfe, ob du ihn ganz kopiert hast, oder erstelle einen neuen.',
  api_key_expired: 'Dieser API-Schlüssel ist abgelaufen. Erstelle einen neuen.',
  api_key_revoked: 'Dieser API-Schlüssel wurde widerrufen. Erstelle einen neuen.',
  api_key_blocked: 'Das Konto dieses API-Schlüssels darf die API nicht benutzen. Bitte wende dich an den Support.',
  api_key_not_accepted: 'Dieser Aufruf geht nicht mit API-Schlüsseln. Melde dich dafür an.',
  api_key_scope_missing: 'Für diesen Aufruf braucht der API-Schlüssel den Scope {scope}.',
  api_key_test_refused:
    'Testschlüssel funktionieren nur, solange Zahlungen simuliert werden. Nimm hier einen echten Schlüssel.',
  api_key_misplaced: 'Sende den API-Schlüssel im Header „Authorization: Bearer …“, nicht als Access-Token.',
  api_key_with_session: 'Sende entweder einen API-Schlüssel oder ein Access-Token, nicht beides.',
  api_key_name_required: 'Gib einen Namen für diesen Schlüssel ein.',
  api_key_scopes_required: 'Wähle mindestens einen Scope.',
  api_key_expiry_past: 'Das Ablaufdatum muss in der Zukunft liegen.',
  api_keys_maximum: 'Du kannst höchstens {maximum} API-Schlüssel haben. Widerrufe einen, den du nicht mehr brauchst.',
  api_key_not_found: 'Diesen API-Schlüssel haben wir nicht gefunden.',
  webhook_url_invalid: 'Gib eine vollständige Adresse ein, etwa https://example.com/hooks.',
  webhook_url_not_https: 'Die Adresse muss mit https:// beginnen.',
  webhook_url_private:
    'Diese Adresse ist aus dem Internet nicht erreichbar, deshalb können wir nichts dorthin zustellen.',
  webhook_url_with_login: 'Lass Benutzername und Passwort in der Adresse weg.',
  webhook_events_required: 'Wähle mindestens eine Art von Ereignis.',
  webhook_endpoints_maximum:
    'Du kannst höchstens {maximum} Endpunkte haben. Entferne einen, den du nicht mehr brauchst.',
  webhook_endpoint_exists: 'Du hast schon einen Endpunkt mit dieser Adresse.',
  webhook_endpoint_not_found: 'Diesen Endpunkt haben wir nicht gefunden.',
  webhook_endpoint_disabled: 'Dieser Endpunkt ist abgeschaltet. Schalte ihn zuerst ein.',
  webhook_delivery_not_found: 'Diese Zustellung haben wir nicht gefunden.',
  push_subscription_invalid:
    'Der Push-Dienst deines Browsers lässt sich hier nicht nutzen. Versuche es mit einem anderen Browser.',
  report_own: 'Dich selbst oder was du geschrieben hast, kannst du nicht melden.',
  report_limit: 'Du hast heute schon {maximum} Meldungen gesendet. Bitte versuche es morgen noch einmal.',
  report_subject_gone: 'Was du melden möchtest, gibt es nicht mehr.',
  report_note_required: 'Bitte schreib uns, was nicht stimmt.',
  report_not_found: 'Diese Meldung haben wir nicht gefunden.',
  report_decided: 'Über diese Meldung ist schon entschieden.',
  review_stars_invalid: 'Bitte vergib einen bis fünf Sterne.',
  review_too_long: 'Höchstens {maximum} Zeichen.',
  review_too_early: 'Du kannst dieses Event bewerten, sobald es beendet ist.',
  review_not_attended: 'Bewerten kann nur, wer dabei war.',
  review_own_event: 'Dein eigenes Event kannst du nicht bewerten.',
  review_twice: 'Du hast dieses Event schon bewertet.',
  review_not_found: 'Diese Bewertung gibt es nicht mehr.',
  search_too_short: 'Bitte gib mindestens 2 Buchstaben ein.',
  search_too_long: 'Bitte suche mit höchstens 100 Buchstaben.',
  search_too_slow: 'Diese Suche dauert zu lange. Bitte ergänze ein Wort oder entferne einen Filter.',
  range_day_invalid: 'Bitte gib Daten als Jahr-Monat-Tag ein, etwa 2026-05-31.',
  range_reversed: 'Der Anfang darf nicht nach dem Ende liegen.',
  range_too_long: 'Bitte wähle höchstens {maximum} Tage.',
} satisfies RefusalSentences<
  typeof kernelRefusals &
    typeof accountsRefusals &
    typeof hostsRefusals &
    typeof apiKeysRefusals &
    typeof webhooksRefusals &
    typeof notificationsRefusals &
    typeof reportsRefusals &
    typeof reviewsRefusals &
    typeof searchRefusals &
    typeof statsRefusals
>;
