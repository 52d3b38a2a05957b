import type { Engine } from '../connection.ts'

/**
 * Messages of chats on their way in and out, the gateways that carry them, scheduled jobs, and who is let in. `is_open` is 1 as
 * long as something is still to be done, so that an index finds what is open among everything that ever was.
 */
export const mailMigration = ({ textType: text }: Engine): string[] => [
  // A gateway that is gone has either said so (ended_at) or stopped counting beats.
  `create table gateway (
    id ${text} primary key, machine ${text} not null, pid bigint not null, platforms ${text} not null,
    started_at bigint not null, beats bigint not null, beat_at bigint not null, ended_at bigint, end_reason ${text})`,

  // "seq" is the order of arrival over all gateways; within a lane messages are acted on in that order, one at a time.
  `create table inbox (
    seq bigint primary key, id ${text} not null, platform ${text} not null, chat_id ${text} not null,
    message_id ${text} not null, lane ${text} not null, session_key ${text} not null, kind ${text} not null,
    source ${text} not null, text ${text} not null, received_at bigint not null, gateway ${text}, state ${text} not null,
    is_open bigint not null, runs bigint not null, stop_at bigint, begun_at bigint, ended_at bigint, note ${text})`,
  'create unique index inbox_once on inbox (platform, chat_id, message_id)',
  'create unique index inbox_by_id on inbox (id)',
  'create index inbox_open on inbox (is_open, lane, seq)',
  'create index inbox_ended on inbox (ended_at)',

  // "id" is also the key by which a platform knows a repeated send; "delivery" joins the parts of one text.
  `create table outbox (
    seq bigint primary key, id ${text} not null, delivery ${text} not null, part bigint not null, parts bigint not null,
    inbox_id ${text}, kind ${text} not null, platform ${text} not null, chat_id ${text} not null, thread_id ${text},
    reply_to ${text}, lane ${text} not null, text ${text} not null, created_at bigint not null, gateway ${text},
    state ${text} not null, is_open bigint not null, attempts bigint not null, next_at bigint not null,
    ended_at bigint, sent_id ${text}, note ${text}, saved_at ${text})`,
  'create unique index outbox_once on outbox (id)',
  'create index outbox_open on outbox (is_open, lane, seq)',
  'create index outbox_by_delivery on outbox (delivery)',
  'create index outbox_by_inbox on outbox (inbox_id)',
  'create index outbox_ended on outbox (ended_at)',

  `create table job (
    id ${text} primary key, owner ${text} not null, name ${text} not null, schedule ${text} not null,
    timezone ${text} not null, missed ${text} not null, prompt ${text} not null, deliver ${text} not null, origin ${text},
    state ${text} not null, created_at bigint not null, next_at bigint, last_at bigint, last_state ${text},
    last_note ${text}, runs bigint not null)`,
  'create index job_due on job (state, next_at)',

  `create table admitted (
    platform ${text} not null, user_id ${text} not null, user_name ${text}, admitted_at bigint not null, how ${text} not null,
    primary key (platform, user_id))`,
  `create table pairing (
    code ${text} primary key, platform ${text} not null, user_id ${text} not null, user_name ${text},
    asked_at bigint not null, until bigint not null)`,
  'create unique index pairing_once on pairing (platform, user_id)',

  // What a platform has to remember: how far it has read, which requests it has seen.
  `create table platform_note (
    platform ${text} not null, name ${text} not null, value ${text} not null, until bigint,
    primary key (platform, name))`,
]
