// Keys of tickets, such as TIC-42: the key of the project and the number of the ticket in it. Case does not matter.

const key = '[A-Za-z][A-Za-z0-9]{1,9}-[1-9][0-9]{0,14}';
const whole = new RegExp(`^${key}$`);
const number = /^[1-9][0-9]{0,14}$/;
/** A key within a text, but not within a word, a URL, a path or a decimal number. */
const within = new RegExp(`(?<![\\p{L}\\p{N}_/@#.-])(${key})(?![\\p{L}\\p{N}_]|[-./][\\p{L}\\p{N}])`, 'u');

export const projectKeyForm = /^[A-Za-z][A-Za-z0-9]{1,9}$/;

export const isTicketKey = (text: string): boolean => whole.test(text);

/** Whether a search is for one ticket: its key, or its number in the current project. */
export const namesTicket = (query: string): boolean => isTicketKey(query.trim()) || number.test(query.trim());

/** The project part of a ticket's key, in upper case. */
export const projectOf = (ticket: string): string => ticket.slice(0, ticket.indexOf('-')).toUpperCase();

/** Splits a text at everything that may be the key of a ticket: the parts with odd indices are keys. */
export const splitKeys = (text: string): string[] => text.split(within);
