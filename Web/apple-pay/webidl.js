// How Web IDL converts what a page hands over: https://webidl.spec.whatwg.org/#js-type-mapping
//
// A type is a name, for messages, and a conversion. A dictionary's members are converted in the order of the
// specification: those of the dictionary it inherits from first, each level in the order of their names.

/**
 * @template T
 * @typedef {{ name: string, convert: (value: any, where: string) => T }} IDLType
 */

/**
 * @typedef {{ type: IDLType<any>, isRequired?: boolean, fallback?: any }} Member
 */

/** A TypeError about a value. `where` says which, such as "Member ApplePayLineItem.amount". */
function refusal(where, problem) {
    return new TypeError(`${where} ${problem}`);
}

/** @type {IDLType<string>} */
export const domString = {
    name: 'DOMString',
    convert(value, where) {
        if (typeof value === 'symbol') throw refusal(where, 'is a symbol, which is no string');
        return String(value);
    },
};

/** @type {IDLType<boolean>} */
export const boolean = { name: 'boolean', convert: Boolean };

/** @type {IDLType<any>} */
export const anyValue = { name: 'any', convert: (value) => value };

/** A whole number of some bits, without a sign: larger numbers wrap, what is no number is 0. */
function unsigned(name, bits) {
    const size = 2 ** bits;
    return {
        name,
        convert(value, where) {
            if (typeof value === 'symbol' || typeof value === 'bigint') throw refusal(where, 'is not a number');
            const number = Math.trunc(Number(value));
            if (!Number.isFinite(number)) return 0;
            return ((number % size) + size) % size;
        },
    };
}

/** @type {IDLType<number>} */
export const unsignedShort = unsigned('unsigned short', 16);
/** @type {IDLType<number>} */
export const unsignedLong = unsigned('unsigned long', 32);

/**
 * WebKit's own type for dates: a Date, a number of milliseconds or a text; anything else is no date.
 *
 * @type {IDLType<Date | undefined>}
 */
export const dateValue = {
    name: 'Date',
    convert(value) {
        const isDate = value instanceof Date || typeof value === 'number' || typeof value === 'string';
        const date = new Date(isDate ? value : Number.NaN);
        return Number.isNaN(date.getTime()) ? undefined : date;
    },
};

/** One of some texts. @param {string} name @param {readonly string[]} values @returns {IDLType<string>} */
export function enumeration(name, values) {
    const known = new Set(values);
    return {
        name,
        convert(value, where) {
            const text = domString.convert(value, where);
            if (known.has(text)) return text;
            throw refusal(where, `must be one of: ${values.map((choice) => `"${choice}"`).join(', ')}`);
        },
    };
}

/** A list of some type. @param {IDLType<any>} element @returns {IDLType<any[]>} */
export function sequence(element) {
    return {
        name: 'sequence',
        convert(value, where) {
            const isObject = (typeof value === 'object' && value !== null) || typeof value === 'function';
            if (!isObject) throw new TypeError('Value is not a sequence');
            if (typeof value[Symbol.iterator] !== 'function') throw refusal(where, 'cannot be iterated over');
            const result = [];
            for (const item of value) result.push(element.convert(item, `${where}[${result.length}]`));
            return result;
        },
    };
}

/** An instance of a class. @param {string} name @param {Function} constructor @returns {IDLType<any>} */
export function instance(name, constructor) {
    return {
        name,
        convert(value, where) {
            if (!(value instanceof constructor)) throw refusal(where, `is not an instance of ${name}`);
            return value;
        },
    };
}

/** A type whose values may be null, as what is undefined is. @param {IDLType<any>} type @returns {IDLType<any>} */
export function nullable(type) {
    return {
        name: `${type.name}?`,
        convert: (value, where) => (value === null || value === undefined ? null : type.convert(value, where)),
    };
}

/** A member that must be there. @param {IDLType<any>} type @returns {Member} */
export function required(type) {
    return { type, isRequired: true };
}

/** A member that has a value where it is not there. @param {IDLType<any>} type @returns {Member} */
export function optional(type, fallback) {
    return { type, fallback };
}

/**
 * @typedef {{ key: string, type: IDLType<any>, isRequired: boolean, fallback: any }} NamedMember
 * @typedef {IDLType<any> & { levels: NamedMember[][], memberNames: string[] }} DictionaryType
 */

/** @returns {NamedMember} */
function namedMember([key, member]) {
    const { type, isRequired = false, fallback = undefined } = 'type' in member ? member : { type: member };
    return { key, type, isRequired, fallback };
}

/**
 * A dictionary. Members are given as types, or with `required` or `optional`.
 *
 * @param {string} name
 * @param {Record<string, IDLType<any> | Member>} members
 * @param {{ levels: NamedMember[][] }} [parent] the dictionary that it inherits from
 * @returns {DictionaryType}
 */
export function dictionary(name, members, parent = undefined) {
    const own = Object.entries(members).sort(([a], [b]) => (a < b ? -1 : 1)).map(namedMember);
    const levels = [...(parent?.levels ?? []), own];
    // Messages name the dictionary that is converted, not the one that the member is inherited from.
    const all = levels.flat().map((member) => ({ ...member, where: `Member ${name}.${member.key}` }));
    return {
        name,
        levels,
        memberNames: all.map((member) => member.key),
        convert(value, where) {
            const isMissing = value === undefined || value === null;
            if (!isMissing && typeof value !== 'object' && typeof value !== 'function') {
                throw refusal(where, `is not an object, and cannot be converted to ${name}`);
            }
            /** @type {Record<string, any>} */
            const result = {};
            for (const member of all) {
                const given = isMissing ? undefined : value[member.key];
                if (given !== undefined) {
                    const converted = member.type.convert(given, member.where);
                    if (converted !== undefined) result[member.key] = converted;
                } else if (member.isRequired) {
                    throw refusal(member.where, `is required and must be an instance of ${member.type.name}`);
                } else if (member.fallback !== undefined) {
                    result[member.key] = typeof member.fallback === 'function' ? member.fallback() : member.fallback;
                }
            }
            return result;
        },
    };
}

/** Throws unless a call has as many arguments as it needs. */
export function requireArguments(given, needed) {
    if (given < needed) throw new TypeError('Not enough arguments');
}
