import { languageCookie } from '@frontrow/contract/kernel/headers.ts';
import { acceptedTags, firstLanguage, type Language, languageOf } from '@frontrow/core/kernel/language.ts';
import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { readCookie } from '../http/headers/cookies.ts';
import { languageHeaderNow } from '../tracing/request-scope.ts';

/** The language that a client names with `content-language`; undefined where it names none of ours. */
export const languageOfRequest = ({ headers }: FastifyRequest): Language | undefined =>
  languageOf(headers['content-language']);

/** The same for the request that is being answered; undefined in jobs. */
export const requestLanguageNow = (): Language | undefined => languageOf(languageHeaderNow());

/**
 * For what a browser opens itself, such as pages, files and sockets: what the reader chose here or in their account
 * (the browser keeps both in a cookie), else what it accepts, else English.
 */
export const readerLanguage = ({ headers }: Pick<IncomingMessage, 'headers'>): Language =>
  firstLanguage([readCookie(headers.cookie, languageCookie), ...acceptedTags(headers['accept-language'])]);
