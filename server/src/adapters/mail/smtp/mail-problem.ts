import type { MailProblem } from '../../../ports/mail.ts';

/** What the SMTP library says about a failure. `response` is the server's reply, where there was one. */
interface SmtpFailure {
  readonly code?: string;
  readonly originalCode?: string;
  readonly command?: string;
  readonly responseCode?: number;
  readonly response?: string;
}

const settingsCodes = new Set(['EAUTH', 'ENOAUTH', 'EOAUTH2', 'ETLS', 'EREQUIRETLS', 'ECONFIG']);
const outageCodes = new Set(['ECONNECTION', 'ESOCKET', 'ETIMEDOUT', 'EDNS', 'EPROTOCOL', 'EPROXY', 'EABORT']);
/** Encryption or a login is missing or was refused (RFC 4954), at whatever command the server says so. */
const settingsReplies = new Set([523, 530, 534, 535, 538]);
const isCertificateError = (code = ''): boolean => /CERT|SSL|TLS|SELF_SIGNED|UNABLE_TO_/.test(code);

/** Reads a failure of the SMTP library (RFC 5321, enhanced codes of RFC 3463). */
export function mailProblemOf(error: unknown): MailProblem {
  const failure = error as SmtpFailure;
  const { code = '', command = '', responseCode: reply } = failure;
  if (settingsCodes.has(code)) return 'settings';
  if (reply === undefined) return problemWithoutReply(failure);
  if (settingsReplies.has(reply)) return 'settings';
  const detail = /^\d{3}[ -]\d\.(\d{1,3}\.\d{1,3})\b/.exec(failure.response ?? '')?.[1];
  if (command === 'MAIL FROM') return problemOfSender(reply, detail);
  if (command === 'RCPT TO') return problemOfRecipient(reply, detail, failure.response ?? '');
  if (command === 'DATA') return problemOfMessage(reply, detail);
  return reply < 500 ? 'outage' : 'settings';
}

/** The connection ended, or nothing came for too long, and the server did not say why. */
export function isBrokenOff(error: unknown): boolean {
  const { code = '', responseCode } = error as SmtpFailure;
  return responseCode === undefined && ['ECONNECTION', 'ESOCKET', 'ETIMEDOUT'].includes(code);
}

/** The server took the email up and then said that it closes the connection (RFC 5321, 4.2.1). */
export const isClosing = (error: unknown): boolean => (error as SmtpFailure).responseCode === 421;

export const isTimeout = (error: unknown): boolean => (error as SmtpFailure).code === 'ETIMEDOUT';

function problemWithoutReply({ code = '', originalCode, command }: SmtpFailure): MailProblem {
  if (code === 'EENVELOPE' && command === 'API') return 'address';
  if (code === 'EMESSAGE') return 'message';
  if (code === 'ESOCKET' && isCertificateError(originalCode)) return 'settings';
  // Anything else is an error of this program: counted, so that it ends where a person sees it.
  return outageCodes.has(code) ? 'outage' : 'later';
}

/** All emails have the same sender, so a server that refuses it refuses every email. */
function problemOfSender(reply: number, detail: string | undefined): MailProblem {
  if (reply === 421) return 'outage';
  if (reply < 500) return 'later';
  return reply === 552 || detail === '3.4' || detail === '2.3' ? 'message' : 'settings';
}

/** Details of RFC 3463 that say that the mailbox does not exist. Exchange Online uses 4.1 for unknown recipients. */
const addressDetail = /^(?:0\.0|1\.\d+|2\.[01]|4\.1|6\.7)$/;
/** Replies without a detail that are about the sender's server or account. */
const aboutSender = /relay|block|limit|quota|spam|policy|polici/i;

function problemOfRecipient(reply: number, detail: string | undefined, response: string): MailProblem {
  // A full mailbox is emptied some day.
  if (reply < 500 || detail === '2.2' || (reply === 552 && detail === undefined)) return 'later';
  // About the sender's address.
  if (detail === '1.7' || detail === '1.8') return 'settings';
  if (detail === '2.3' || detail === '3.4') return 'message';
  if (detail === undefined) return aboutSender.test(response) ? 'later' : 'address';
  // System, routing, protocol and policy (relaying, a daily limit, a block list) say nothing about the address.
  return addressDetail.test(detail) ? 'address' : 'later';
}

function problemOfMessage(reply: number, detail = ''): MailProblem {
  if (reply < 500 || detail === '2.2') return 'later';
  // 3.4: this email is too large. 7.1: this email is refused. Other system, routing and policy details are about us.
  if (/^(?:3\.(?!4$)|4\.|7\.(?!1$))/.test(detail)) return 'later';
  return ['1.1', '1.2', '1.3', '1.6', '1.10', '2.1'].includes(detail) ? 'address' : 'message';
}
