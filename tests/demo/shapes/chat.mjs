// Chats: what each person wrote, without what an assistant answered.

import { InputError, asTime } from "./input.mjs";

/** @typedef {import("../parse.mjs").Told} Told */

/** Roles of which a message is not a user's own. */
const NOT_A_USER = ["assistant", "system", "tool", "function", "developer"];

/**
 * `{ session_meta: { user_details: { SENDER: { role } } }, conversation_list: [{ sender, content, create_time }] }`
 *
 * @param {object} value
 * @returns {value is { session_meta?: any, conversation_list: any[] }}
 */
export function isChat(value) {
  return "conversation_list" in value && Array.isArray(value.conversation_list);
}

/**
 * Each sender's own messages, in the order of the file.
 *
 * @param {{ session_meta?: any, conversation_list: any[] }} chat
 * @param {string} name for errors
 * @returns {Told[]}
 */
export function chatTold(chat, name) {
  const people = chat.session_meta?.user_details ?? {};
  return chat.conversation_list.flatMap((message, nth) => {
    const where = `${name}, message ${nth + 1}`;
    if (typeof message?.sender !== "string")
      throw new InputError(`${where}: no "sender"`);
    if (NOT_A_USER.includes(people[message.sender]?.role)) return [];
    if (message.type !== undefined && message.type !== "text") return [];
    if (typeof message.content !== "string")
      throw new InputError(`${where}: "content" is no text`);
    const user = message.sender_name ?? message.sender;
    return [
      {
        user: String(user),
        at: asTime(message.create_time, where),
        text: message.content,
      },
    ];
  });
}

/**
 * `[{ role, content, at? }]`
 *
 * @param {object} value
 * @returns {value is { role: string, content: string, at?: unknown }[]}
 */
export function isMessages(value) {
  return (
    Array.isArray(value) &&
    0 < value.length &&
    value.every((item) => typeof item?.role === "string")
  );
}

/**
 * @param {{ role: string, content: string, at?: unknown }[]} messages
 * @param {string} user whose they are
 * @param {string} name for errors
 * @returns {Told[]}
 */
export function messagesTold(messages, user, name) {
  return messages.flatMap(({ role, content, at }, nth) => {
    const where = `${name}, message ${nth + 1}`;
    if (NOT_A_USER.includes(role)) return [];
    if (typeof content !== "string")
      throw new InputError(`${where}: "content" is no text`);
    const time = at === undefined ? {} : { at: asTime(at, where) };
    return [{ user, ...time, text: content }];
  });
}
