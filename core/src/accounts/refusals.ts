import type { RefusalRow } from '../kernel/refusal.ts';

/** Refusals about accounts and sessions, with the sentence that people read. */
export const accountsRefusals = {
  credentials_wrong: { status: 401, message: 'The email address or password is incorrect.' },
  login_paused: {
    status: 429,
    message: 'Too many incorrect passwords. Try again in {minutes} min, or request a login link by email.',
  },
  codes_paused: {
    status: 429,
    message:
      'Too many incorrect codes. Try again in {minutes} min, or request a login link by email and ' +
      'enter a code there.',
  },
  password_checks_paused: {
    status: 429,
    message: 'Too many incorrect passwords. Try again in {minutes} min, or reset yours with “Forgot your password?”.',
  },
  email_invalid: { status: 400, message: 'Enter a valid email address, like you@example.com.' },
  email_taken: { status: 409, message: 'There is already an account with this email address. Log in instead.' },
  email_own: { status: 409, message: 'This is already your email address.' },
  username_taken: { status: 409, message: 'This username is already taken.' },
  username_invalid: { status: 400, message: 'Use 3 to 30 letters, numbers, dots, dashes or underscores.' },
  username_reserved: { status: 400, message: 'This username is reserved. Please choose another one.' },
  name_reserved: { status: 400, message: 'This name is reserved. Please choose another one.' },
  password_weak: { status: 400, message: 'Use at least 8 characters with 1 uppercase, 1 lowercase and 1 number.' },
  password_common: {
    status: 400,
    message:
      'This password is too common. Choose a longer one that only you know, such as three unrelated ' +
      'words with a capital letter and a number.',
  },
  password_personal: {
    status: 400,
    message:
      'This password is easy to guess because it is mostly your name, username, email address or our ' +
      'name. Choose words that have nothing to do with you.',
  },
  field_required: { status: 400, message: '{label} is required.' },
  birth_date_invalid: { status: 400, message: 'Please enter a valid birth date.' },
  terms_required: { status: 400, message: 'Please accept the Privacy Policy and Terms.' },
  refresh_invalid: { status: 401, message: 'Your session has ended. Please log in again.' },
  link_other_account: {
    status: 409,
    message:
      'This link is for the account {username}, but you are logged in with another one. Use the link ' +
      'in the email that names your account.',
  },
  link_invalid: { status: 410, message: 'This link has expired or was already used. Please request a new one.' },
  reset_token_invalid: { status: 410, message: 'Incorrect Reset Password Token' },
  email_unverified: {
    status: 403,
    message: 'Please verify your email address first. Use the link in the email we sent you.',
  },
  request_pending: { status: 409, message: 'Your request is being processed.' },
  request_not_needed: { status: 409, message: 'You are already an influencer.' },
  request_decided: { status: 409, message: 'This request has already been decided.' },
  reason_too_long: { status: 400, message: 'Use at most {maximum} characters.' },
  hosts_flag_only: { status: 409, message: 'This option is only available to influencers.' },
  massive_in_use: {
    status: 409,
    message: 'This host has an event with more than 1,000 tickets, so the option cannot be turned off yet.',
  },
  password_wrong: { status: 403, message: 'The password is incorrect.' },
  password_needed: { status: 403, message: 'Please enter your password again to change where your money is paid.' },
  password_missing: {
    status: 403,
    message:
      'Your account has no password yet. Log out and choose “Forgot your password?” to set one, then come back here.',
  },
  account_suspended: {
    status: 403,
    message: 'Your account is suspended: “{reason}” If you think this is a mistake, please contact us.',
  },
  email_blocked: {
    status: 403,
    message: 'Tickets can’t be bought with this email address. If you think this is a mistake, please contact us.',
  },
  admin_not_suspendable: { status: 409, message: 'App admins can’t be suspended.' },
  already_suspended: { status: 409, message: 'This person is already suspended.' },
  not_suspended: { status: 409, message: 'This person is not suspended.' },
  session_not_found: { status: 404, message: 'This session has already ended.' },
  account_has_events: { status: 409, message: 'You still have upcoming or live events. Finish or cancel them first.' },
  account_has_payment: {
    status: 409,
    message: 'One of your payments is still being processed. Try again in a few minutes.',
  },
  code_required: { status: 401, message: 'Enter the code from your authenticator app.' },
  code_wrong: { status: 401, message: 'This code is incorrect or was already used.' },
  second_factor_needed: {
    status: 403,
    message: 'App admins must use two-step login. Turn it on in your account settings, then try again.',
  },
  second_factor_on: { status: 409, message: 'Two-step login is already on.' },
  second_factor_off: { status: 409, message: 'Two-step login is already off.' },
  passkeys_unavailable: {
    status: 409,
    message: 'Passkeys don’t work with an IP address. Open Frontrow by its name, such as localhost, and try again.',
  },
  passkeys_full: { status: 409, message: 'You can have up to {maximum} passkeys. Remove one to add another.' },
  passkey_taken: { status: 409, message: 'This passkey has already been added.' },
  passkey_over: { status: 410, message: 'This request has expired or was already used. Please try again.' },
  passkey_invalid: {
    status: 401,
    message: 'We couldn’t verify this passkey. Try again, or log in another way.',
  },
  passkey_unknown: {
    status: 401,
    message: 'We don’t know this passkey. Log in another way, then add it in your account settings.',
  },
  passkey_not_verified: {
    status: 401,
    message: 'Your device didn’t check that it’s you. Use a passkey that asks for your fingerprint, face or PIN.',
  },
  passkey_copied: {
    status: 403,
    message: 'This passkey may have been copied, so we rejected it. Log in another way and remove it.',
  },
  passkey_last: {
    status: 409,
    message: 'This passkey is your only way to log in. Set a password first, then remove it.',
  },
  passkey_not_found: { status: 404, message: 'This passkey was already removed.' },
  login_again_needed: {
    status: 403,
    message: 'Your account has no password. Log out, log in again, and make this change within {minutes} minutes.',
  },
  emails_mismatch: { status: 400, message: 'Emails must match.' },
  social_unset: { status: 404, message: '{provider} sign-up is not available here.' },
  social_state_wrong: {
    status: 410,
    message: 'This sign-in did not start in this tab or was already used. Please continue with {provider} again.',
  },
  social_refused: { status: 403, message: '{provider} rejected this sign-in. Please try again.' },
  social_unavailable: { status: 503, message: 'We can’t reach {provider} right now. Please try again in a moment.' },
  social_unverified: {
    status: 403,
    message: 'We couldn’t verify what {provider} answered. Please try again, or contact support if it happens again.',
  },
  social_clock_wrong: {
    status: 403,
    message: '{provider}’s clock and ours differ, so we couldn’t verify this sign-in. Please contact support.',
  },
  social_over: { status: 410, message: 'This sign-up has timed out. Please continue with {provider} again.' },
  social_other_browser: {
    status: 403,
    message: 'Open this link in the browser where you continued with {provider}.',
  },
  social_taken: { status: 409, message: 'This {provider} account is already connected to another account.' },
  user_not_found: { status: 404, message: 'User not found' },
} as const satisfies Record<string, RefusalRow>;
