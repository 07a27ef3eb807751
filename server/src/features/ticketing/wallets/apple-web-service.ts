import { accessTokenHeader } from '@frontrow/contract/kernel/headers.ts';
import { cutText } from '@frontrow/core/kernel/text.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Sql } from '../../../db/db.ts';
import type { Authenticator } from '../../../http/callers/authenticate.ts';
import { readLimit, walletLimit } from '../../../http/limits/limits.ts';
import { rawBodyOf, readRawBodies } from '../../../http/routes/raw-body.ts';
import type { Passes, WalletDeps } from './passes.ts';

const passType = 'application/vnd.apple.pkpass';
const bodyBytesMax = 16 * 1024;
/** A person has some phones and a watch; further ones replace the oldest. */
const devicesMax = 10;
const logLinesMax = 20;
const logCharsMax = 500;
/** A change that is written right now has an earlier time than one that was written before it. */
const overlapMs = 5_000;

const uuid = z.uuid().toLowerCase();
/** What a request may show instead of a session: the signed address of one pass. */
const passLink = z.object({ until: z.string(), key: z.string() });
const deviceId = z.string().regex(/^[\w-]{1,100}$/);
const registration = z.object({ pushToken: z.string().regex(/^[0-9a-fA-F]{8,200}$/) });
const logs = z.object({ logs: z.array(z.string()) });

interface PassParams {
  readonly device: string;
  readonly type: string;
  readonly serial: string;
}

/**
 * The address of a ticket's pass, and what Apple's devices call to keep passes current (its PassKit web service): they
 * register, ask what changed, and fetch it.
 */
export const passFiles =
  (deps: WalletDeps, passes: Passes, authenticator: Authenticator) =>
  async (app: FastifyInstance): Promise<void> => {
    holdersFile(app, passes, authenticator);
    if (deps.walletPasses.apple)
      await app.register(async (service) => {
        readRawBodies(service, bodyBytesMax);
        devicesCalls(service, deps, passes);
      });
  };

function holdersFile(app: FastifyInstance, passes: Passes, authenticator: Authenticator): void {
  const limit = app.limit(readLimit, 'passes');
  const options = { schema: { hide: true }, onRequest: async (request: FastifyRequest) => limit(request) };
  app.get<{ Params: { uuid: string } }>('/tickets/:uuid/apple.pkpass', options, async (request, reply) => {
    passes.apple();
    const ticketId = uuid.safeParse(request.params.uuid).data;
    if (ticketId === undefined) throw refuse('ticket_not_found');
    const link = passLink.safeParse(request.query).data;
    if (link && passes.isLink(ticketId, link)) return sendPass(reply, await passes.appleFile(ticketId, 'link'));
    const token = request.headers[accessTokenHeader];
    const actor = await authenticator.authenticate(Array.isArray(token) ? token[0] : token);
    if (actor.kind === 'anonymous') throw refuse('login_required');
    return sendPass(reply, await passes.appleFile(ticketId, actor));
  });
}

const sendPass = (reply: FastifyReply, file: Buffer): FastifyReply =>
  reply
    .header('content-disposition', 'attachment; filename="ticket.pkpass"')
    .header('cache-control', 'no-store')
    .header('x-robots-tag', 'noindex')
    .type(passType)
    .send(file);

const bodyOf = <T>(request: FastifyRequest, schema: z.ZodType<T>): T | undefined => {
  try {
    return schema.safeParse(JSON.parse(rawBodyOf(request))).data;
  } catch {
    return undefined;
  }
};

function devicesCalls(app: FastifyInstance, deps: WalletDeps, passes: Passes): void {
  const { db, log } = deps;
  const limit = app.limit(walletLimit, 'wallet devices');
  const options = { schema: { hide: true }, onRequest: async (request: FastifyRequest) => limit(request) };
  const registrations = '/wallet/v1/devices/:device/registrations/:type';

  /** When the pass changed last. Refuses `token_invalid` without its token. */
  const admit = async (request: FastifyRequest<{ Params: PassParams }>) => {
    const { type, serial } = request.params;
    const [, token = ''] = /^ApplePass (\S+)$/.exec(request.headers.authorization ?? '') ?? [];
    const ticketId = uuid.safeParse(serial).data;
    const changedAt =
      ticketId !== undefined && type === passes.apple().passTypeId
        ? await passes.changedAt(ticketId, token)
        : undefined;
    if (ticketId === undefined || changedAt === undefined) throw refuse('token_invalid');
    return { ticketId, changedAt };
  };
  const deviceOf = ({ params }: FastifyRequest<{ Params: Pick<PassParams, 'device'> }>): string => {
    const device = deviceId.safeParse(params.device).data;
    if (device === undefined) throw refuse('bad_input', { detail: 'device: not valid' });
    return device;
  };

  app.post<{ Params: PassParams }>(`${registrations}/:serial`, options, async (request, reply) => {
    const { ticketId } = await admit(request);
    const body = bodyOf(request, registration);
    if (!body) throw refuse('bad_input', { detail: 'pushToken: not valid' });
    const isNew = await registerDevice(db, { device: deviceOf(request), ticketId, pushToken: body.pushToken });
    return reply.status(isNew ? 201 : 200).send();
  });

  app.delete<{ Params: PassParams }>(`${registrations}/:serial`, options, async (request, reply) => {
    const { ticketId } = await admit(request);
    await db.query('DELETE FROM wallet_device WHERE device = $1 AND ticket_id = $2', [deviceOf(request), ticketId]);
    return reply.status(200).send();
  });

  // The device's own identifier is its secret: this call of Apple's brings no token.
  app.get<{ Params: Pick<PassParams, 'device' | 'type'>; Querystring: { passesUpdatedSince?: string } }>(
    registrations,
    options,
    async (request, reply) => {
      const found =
        request.params.type === passes.apple().passTypeId
          ? await changedSince(db, deviceOf(request), request.query.passesUpdatedSince)
          : undefined;
      return found ? reply.send(found) : reply.status(204).send();
    },
  );

  app.get<{ Params: PassParams }>('/wallet/v1/passes/:type/:serial', options, async (request, reply) => {
    const { ticketId, changedAt } = await admit(request);
    const modified = Math.floor(changedAt / 1000) * 1000;
    void reply.header('last-modified', new Date(modified).toUTCString());
    const known = Date.parse(request.headers['if-modified-since'] ?? '');
    if (known >= modified) return reply.status(304).send();
    return sendPass(reply, await passes.latestFile(ticketId));
  });

  // What devices say is wrong with our passes.
  app.post('/wallet/v1/log', options, async (request, reply) => {
    for (const line of (bodyOf(request, logs)?.logs ?? []).slice(0, logLinesMax))
      log.warn({ line: cutText(line, logCharsMax) }, 'a device complains about a pass');
    return reply.status(200).send();
  });
}

async function registerDevice(
  sql: Sql,
  { device, ticketId, pushToken }: { readonly device: string; readonly ticketId: string; readonly pushToken: string },
): Promise<boolean> {
  const row = await sql.one<{ is_new: boolean }>(
    `INSERT INTO wallet_device (device, ticket_id, push_token) VALUES ($1, $2, $3)
     ON CONFLICT (device, ticket_id) DO UPDATE SET push_token = excluded.push_token RETURNING xmax = 0 AS is_new`,
    [device, ticketId, pushToken],
  );
  await sql.query(
    `DELETE FROM wallet_device WHERE ticket_id = $1 AND device NOT IN (
       SELECT device FROM wallet_device WHERE ticket_id = $1 ORDER BY created_at DESC, device LIMIT $2)`,
    [ticketId, devicesMax],
  );
  return row?.is_new === true;
}

async function changedSince(
  sql: Sql,
  device: string,
  since: string | undefined,
): Promise<{ readonly serialNumbers: string[]; readonly lastUpdated: string } | undefined> {
  const after = /^\d{1,15}$/.test(since ?? '') ? Number(since) : 0;
  const rows = await sql.query<{ ticket_id: string; changed_at: Date; now: Date }>(
    `SELECT p.ticket_id, p.changed_at, app_now() AS now
     FROM wallet_device d JOIN wallet_pass p ON p.ticket_id = d.ticket_id AND p.wallet = d.wallet
     WHERE d.device = $1 AND p.changed_at > $2`,
    [device, new Date(after)],
  );
  const [first] = rows;
  if (!first) return undefined;
  const last = Math.max(...rows.map((row) => row.changed_at.getTime()));
  return {
    serialNumbers: rows.map((row) => row.ticket_id),
    lastUpdated: String(Math.min(last, first.now.getTime() - overlapMs)),
  };
}
