/**
 * Streams live events to the office: `text/event-stream` for a GET with the bearer token (docs/api.md#staff-api). Each
 * heartbeat checks the session again, so a stream ends with it, or once it is locked.
 */
import { PassThrough } from 'node:stream';
import { STAFF_EVENTS_PATH } from '@shop/contract/staff/staff-paths';
import type { StaffEvent } from '@shop/contract/staff/staff-today';
import { refusal } from '@shop/core/refusal';
import { hasRole, type StaffRole } from '@shop/core/staff/roles';
import type { FastifyInstance } from 'fastify';
import type { StaffActor } from '../../context.ts';
import { readBearerToken, requireUnrestricted } from '../../http/api/authenticate.ts';
import { buildRateLimitRefusal, Refused, refuse } from '../../refuse.ts';
import type { OrderFeed } from './order-feed.ts';

/** Maximum open streams of one staff member (each tab has one), and of all staff together. */
const MAX_STREAMS_PER_STAFF = 5;
const MAX_STREAMS = 200;
/** Shorter than the idle time of common proxies. */
const HEARTBEAT_MS = 15_000;
/** Time after which a refused client may try again, in seconds. */
const RETRY_S = 30;
/** Unread bytes at which a stream is cut: its client loads everything again. */
const MAX_UNREAD_BYTES = 64 * 1024;

/** Roles that may see that an order changed. */
const LISTENER_ROLES: readonly StaffRole[] = ['orders', 'picker', 'support', 'finance'];

export type StaffEvents = {
  /** Ends all streams, and refuses further ones. */
  end(): void;
};

type EventOptions = {
  feed: OrderFeed;
  lookUpStaff: (token: string) => Promise<StaffActor | null>;
};

/** Registers the route; `api` has the prefix `/api`. */
export function registerStaffEvents(api: FastifyInstance, { feed, lookUpStaff }: EventOptions): StaffEvents {
  const streams = new Map<PassThrough, { owner: string; end: (reason: 'session' | 'server') => void }>();
  let isEnded = false;

  /** Refuses a further stream: of a staff member with many, or of any once there are too many. */
  function requireRoom(owner: string): void {
    if (isEnded || streams.size >= MAX_STREAMS) {
      throw new Refused(refusal('request.unavailable'), { retryAfter: RETRY_S });
    }
    const own = [...streams.values()].filter((stream) => stream.owner === owner).length;
    if (own >= MAX_STREAMS_PER_STAFF) throw buildRateLimitRefusal(RETRY_S);
  }

  api.get(STAFF_EVENTS_PATH, async (request, reply) => {
    const token = readBearerToken(request.headers.authorization);
    const staff = token.startsWith('s_') ? await lookUpStaff(token) : null;
    if (staff === null) return refuse('auth.required');
    requireUnrestricted(staff);
    if (!hasRole(staff.roles, LISTENER_ROLES)) return refuse('request.not_found');
    const owner = staff.id ?? staff.email;
    requireRoom(owner);

    const stream = new PassThrough();
    const send = ({ event, data }: StaffEvent): void => {
      if (stream.writableLength > MAX_UNREAD_BYTES) stream.destroy();
      else stream.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
    };
    const stopListening = feed.listen((ids) => send({ event: 'orders', data: { ids: [...ids] } }));
    const end = (reason: 'session' | 'server'): void => {
      send({ event: 'end', data: { reason } });
      stream.end();
    };
    const heartbeat = setInterval(async () => {
      const current = await lookUpStaff(token).catch(() => staff);
      if (current === null || current.restriction !== null || !hasRole(current.roles, LISTENER_ROLES)) end('session');
      else if (!stream.writableEnded) stream.write(':\n\n');
    }, HEARTBEAT_MS);
    streams.set(stream, { owner, end });
    const removeStream = () => {
      clearInterval(heartbeat);
      stopListening();
      streams.delete(stream);
    };
    stream.once('close', removeStream);
    reply.raw.once('close', () => stream.destroy());
    // Proxies must neither buffer nor store the events.
    reply.header('cache-control', 'no-store').header('x-accel-buffering', 'no');
    stream.write(':\n\n');
    return reply.type('text/event-stream; charset=utf-8').send(stream);
  });

  return {
    end() {
      isEnded = true;
      for (const { end } of streams.values()) end('server');
    },
  };
}
