'use strict';
// Shows what the server says once a second. All texts are set as texts: those of programs hold anything.
const PERIOD_MS = 1000;
let sort = 0;
let reverse = false;
let chosen = null;
let last = null;

function cell(row, text, name, kind) {
  const made = document.createElement(kind || 'td');
  made.textContent = text;
  if (name) made.className = name;
  row.append(made);
  return made;
}

function order(a, b) {
  const x = a.values[sort];
  const y = b.values[sort];
  let by = 0;
  if (sort !== 0 && x !== y) {
    if (x === null) return 1;
    if (y === null) return -1;
    by = y - x;
  }
  return (by || a.rank - b.rank) * (reverse ? -1 : 1);
}

function head(titles) {
  const made = document.createElement('thead');
  const row = made.insertRow();
  titles.forEach((title, at) => {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = title;
    button.onclick = () => {
      reverse = sort === at && !reverse;
      sort = at;
      draw();
    };
    const th = cell(row, '', '', 'th');
    th.scope = 'col';
    if (sort === at) th.setAttribute('aria-sort', (at === 0) !== reverse ? 'ascending' : 'descending');
    th.append(button);
  });
  cell(row, 'WHAT', 'what', 'th');
  return made;
}

function choose(place) {
  chosen = chosen === place ? null : place;
  draw();
  look();
}

function table(job, titles, first) {
  const made = document.createElement('table');
  made.append(head(titles));
  const body = made.createTBody();
  for (const each of [...job.rows].sort(order)) {
    const row = body.insertRow();
    row.className = each.state;
    for (const text of each.cells) cell(row, text);
    cell(row, each.what, 'what');
    if (first) {
      row.tabIndex = 0;
      row.dataset.place = each.place;
      row.setAttribute('aria-selected', chosen === each.place);
      row.onclick = () => choose(each.place);
      row.onkeydown = event => {
        if (event.key === 'Enter') choose(each.place);
      };
    }
  }
  return made;
}

function draw() {
  if (!last) return;
  const focused = document.activeElement && document.activeElement.dataset.place;
  const jobs = document.getElementById('jobs');
  jobs.replaceChildren();
  last.jobs.forEach((job, at) => {
    const title = document.createElement('h2');
    title.textContent = job.heading;
    jobs.append(title, table(job, last.titles, at === 0));
  });
  if (focused !== undefined && focused !== null) {
    const row = jobs.querySelector('tr[data-place="' + focused + '"]');
    if (row) row.focus();
  }
  const peers = document.getElementById('peers');
  peers.hidden = chosen === null;
  if (chosen !== null) {
    document.getElementById('peers-title').textContent = 'Messages so far of rank '
        + (last.jobs[0].rows.find(row => row.place === chosen) || {rank: '?'}).rank;
    const rows = document.getElementById('peers-rows');
    rows.replaceChildren();
    for (const each of last.peers) {
      const row = rows.insertRow();
      for (const text of each) cell(row, text);
    }
  }
}

function say(text) {
  const status = document.getElementById('status');
  if (status.textContent !== text) status.textContent = text;
}

async function look() {
  try {
    const answer = await fetch('data' + (chosen === null ? '' : '?place=' + chosen), {cache: 'no-store'});
    if (!answer.ok) throw new Error(await answer.text());
    const next = await answer.json();
    if (next.over) {
      say('The job has ended. These are its last figures.');
      return false;
    }
    last = next;
    say('A row shows its rank\u2019s peers; a title sorts.');
    draw();
    return true;
  } catch (failure) {
    say('No answer from bipj view: ' + failure.message);
    return true;
  }
}

async function follow() {
  if (await look()) setTimeout(follow, PERIOD_MS);
}

follow();
