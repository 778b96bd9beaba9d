// The search of the documentation site. The index is a script (search-index.js), so that it is read from a disk too.
'use strict';

const LONGEST_LIST = 50;
const SNIPPET = 180;

/** The words of a text, in lower case. */
function wordsOf(text) {
  return text.toLowerCase().split(/\s+/u).filter(Boolean);
}

/** How well a word fits a text: as a whole word, as the beginning of one, or inside one. */
function fit(text, word) {
  let best = 0;
  for (let at = text.indexOf(word); at >= 0 && best < 3; at = text.indexOf(word, at + 1)) {
    const begins = at === 0 || !/[\p{L}\p{N}]/u.test(text[at - 1]);
    const end = at + word.length;
    const ends = end === text.length || !/[\p{L}\p{N}]/u.test(text[end]);
    best = Math.max(best, begins && ends ? 3 : begins ? 2 : 1);
  }
  return best;
}

/** The parts of pages that have all the words, best first. */
function search(index, query) {
  const words = wordsOf(query);
  if (words.length === 0) return [];
  const phrase = words.join(' ');
  const found = [];
  for (const [page, anchor, heading, text] of index.parts) {
    const [address, title, place] = index.pages[page];
    const fields = [[heading.toLowerCase(), 20], [title.toLowerCase(), 8], [text.toLowerCase(), 1]];
    let score = 0;
    for (const word of words) {
      const best = Math.max(...fields.map(([field, weight]) => fit(field, word) * (word.length < 3 ? 1 : weight)));
      if (best === 0) {
        score = 0;
        break;
      }
      score += best;
    }
    if (score === 0) continue;
    // Of headings with the same words, the shortest is about them.
    if (fit(fields[0][0], words[0]) > 0) score += 10 * phrase.length / heading.length;
    found.push({ address: anchor ? `${address}#${anchor}` : address, heading, place: [...place, title], text, score });
  }
  return found.sort((one, other) => other.score - one.score);
}

/** The part of a text in which a word is, with what is around it. */
function snippet(text, words) {
  const lower = text.toLowerCase();
  const first = Math.min(...words.map((word) => lower.indexOf(word)).filter((at) => at >= 0), text.length);
  const start = first === text.length ? 0 : Math.max(0, first - SNIPPET / 3);
  const from = start === 0 ? 0 : text.indexOf(' ', start) + 1;
  const shown = text.slice(from, from + SNIPPET);
  const isWhole = from + SNIPPET >= text.length;
  return (from > 0 ? '… ' : '') + (isWhole ? shown : `${shown.slice(0, shown.lastIndexOf(' '))} …`);
}

/** A text with the words in it marked, as nodes. */
function marked(text, words) {
  const escaped = words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/gu, '\\$&'));
  return text.split(new RegExp(`(${escaped.join('|')})`, 'giu')).map((part, position) => {
    if (position % 2 === 0) return part;
    const mark = document.createElement('mark');
    mark.textContent = part;
    return mark;
  });
}

/** One result as a list item. */
function item(result, words) {
  const row = document.createElement('li');
  const link = document.createElement('a');
  const place = document.createElement('p');
  const text = document.createElement('p');
  link.href = result.address;
  link.append(...marked(result.heading, words));
  place.className = 'place';
  place.textContent = [...new Set(result.place)].filter((each) => each !== result.heading).join(' › ');
  text.append(...marked(snippet(result.text, words), words));
  row.append(link, place, text);
  return row;
}

/** Shows what a query finds. */
function show(query) {
  const results = search(window.quinceIndex, query);
  const words = wordsOf(query);
  const count = results.length === 1 ? '1 result' : `${results.length} results`;
  const more = results.length > LONGEST_LIST ? `, of which the first ${LONGEST_LIST} are shown` : '';
  document.getElementById('results').replaceChildren(...results.slice(0, LONGEST_LIST).map((each) => item(each, words)));
  document.getElementById('found').textContent = words.length === 0
    ? 'Type what you look for: a word, an option, a symbol, or what an error says.'
    : `${count} for “${query.trim()}”${more}`;
}

const field = document.getElementById('words');
field.value = new URLSearchParams(window.location.search).get('q') ?? '';
show(field.value);
field.addEventListener('input', () => show(field.value));
field.form.addEventListener('submit', (event) => {
  event.preventDefault();
  window.history.replaceState(null, '', `?q=${encodeURIComponent(field.value)}`);
  show(field.value);
});
if (field.value === '') field.focus();
