"use strict";
(() => {
  const $ = id => document.getElementById(id), meta = JSON.parse($("meta").textContent), tracks = meta.tracks;
  const canvas = $("timeline"), detail = $("detail"), search = $("search"), tip = $("tip");
  const MOST_EVENTS = 400000, MOST_UNPACKED = 1500000, MOST_KEPT = 6000000, MOST_ARROWS = 3000, PIECES = tracks.length > 256 ? 2048 : 16384, TOP = 22, PHASE = 14, MOST_ROWS = 24, GROUPS = 16, FONT = "11px system-ui, sans-serif";
  const style = name => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  let from = 0, until = 1, colours = [], inks = [], selected = null, hits = null, marks = null, hunt = 0, pending = false, step = 0, box, left = 120;
  let shown = tracks.map((t, i) => i), grouped = tracks.length > MOST_ROWS, isPathShown = true;
  const open = new Set();

  // ---- data: columns, unpacked when they are needed, of which the last ones are kept
  const EVENTS = ["begin", "length", "shape", "bytes", "wait"], ARROWS = ["begin", "length", "ends", "bytes"], STAYS = ["begin", "length", "track"],
    CHARGES = ["begin", "length", "ends", "charged", "shape"], unpacked = new Map();
  let kept = 0;
  async function load(chunk, names) {
    const text = atob($("c" + chunk[0]).textContent), packed = new Uint8Array(text.length), n = chunk[1], data = {};
    for (let i = 0; i < text.length; i++) packed[i] = text.charCodeAt(i);
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate-raw")), bytes = new Uint8Array(await new Response(stream).arrayBuffer());
    if (!names) return bytes;
    names.forEach((name, k) => {
      const column = data[name] = new Uint32Array(n);
      for (let i = 0, at = 4 * k * n; i < n; i++, at++) column[i] = bytes[at] | bytes[at + n] << 8 | bytes[at + 2 * n] << 16 | bytes[at + 3 * n] << 24;
    });
    for (let i = 1; i < n; i++) data.begin[i] += data.begin[i - 1];
    return data;
  }
  // What a chunk has, or a promise of it.
  function get(chunk, names) {
    if (!unpacked.has(chunk[0])) unpacked.set(chunk[0], load(chunk, names).then(data => {
      data.rows = chunk[1] || 0; kept += data.rows; unpacked.delete(chunk[0]); unpacked.set(chunk[0], data);
      for (const [id, old] of unpacked) if (kept <= MOST_KEPT) break; else if (!(old instanceof Promise)) { unpacked.delete(id); kept -= old.rows; }
      return data;
    }));
    return unpacked.get(chunk[0]);
  }
  // What a chunk has; null: not yet, and all is drawn again then.
  function columns(chunk, names) {
    const data = get(chunk, names);
    if (data instanceof Promise) { data.then(draw); return null; }
    return data;
  }
  const within = (chunk, a, b) => chunk[2] <= b && chunk[3] >= a, inView = chunk => within(chunk, from, until);
  const size = packed => (packed | 0) >= 0 ? packed : -(packed | 0) * 1024;

  // ---- words
  function time(ns) {
    const a = Math.abs(ns);
    return a < 1e3 ? ns.toFixed(0) + " ns" : a < 1e6 ? (ns / 1e3).toPrecision(4) + " us" : a < 1e9 ? (ns / 1e6).toPrecision(4) + " ms" : (ns / 1e9).toPrecision(4) + " s";
  }
  // A time on the axis, all in one unit, with as many digits as the next one needs.
  function mark(ns, by) {
    const [unit, word] = until < 1e3 ? [1, " ns"] : until < 1e6 ? [1e3, " us"] : until < 1e9 ? [1e6, " ms"] : [1e9, " s"];
    return (ns / unit).toFixed(Math.max(0, Math.ceil(Math.log10(unit / by) - 1e-9))) + word;
  }
  const bytesText = n => n < 1024 ? n + " bytes" : n < 1048576 ? (n / 1024).toPrecision(3) + " KiB" : (n / 1048576).toPrecision(4) + " MiB";
  const percent = (part, whole) => whole > 0 ? (100 * part / whole).toPrecision(3) + " %" : "0 %";
  const html = text => String(text).replace(/[&<>"]/g, c => "&#" + c.charCodeAt(0) + ";");

  // ---- places: a row for each track, or for a group of them
  const rows = [], rowOf = [];
  function layout() {
    rows.length = 0;
    const per = grouped ? Math.max(2, 2 ** Math.ceil(Math.log2(shown.length / GROUPS))) : 1;
    for (let i = 0; i < shown.length; i += per) {
      const all = shown.slice(i, i + per);
      if (all.length === 1 || open.has(all[0])) all.forEach((t, k) => rows.push({ tracks: [t], label: tracks[t].label, first: k ? -1 : all[0] }));
      else rows.push({ tracks: all, label: "ranks " + tracks[all[0]].rank + "-" + tracks[all.at(-1)].rank, first: all[0] });
    }
    const isTight = rows.length > MOST_ROWS / 2, strip = isTight ? 5 : PHASE, deep = row => Math.min(isTight ? 1 : 8, Math.max(...row.tracks.map(t => tracks[t].depth)));
    const most = Math.max(300, Math.min(innerHeight * .7, 1400)), phases = rows.reduce((n, row) => n + deep(row), 0);
    const height = Math.max(12, Math.min(34, Math.floor((most - TOP - phases * strip) / rows.length)));
    let y = TOP;
    rowOf.fill(undefined);
    for (const row of rows) {
      Object.assign(row, { y, strip, depth: deep(row), call: y + deep(row) * strip, height: height - 3 });
      y = row.end = row.call + height;
      for (const t of row.tracks) rowOf[t] = row;
    }
    const ratio = devicePixelRatio || 1, width = canvas.clientWidth || 900, c = canvas.getContext("2d");
    canvas.style.height = y + 4 + "px"; canvas.width = width * ratio; canvas.height = (y + 4) * ratio;
    c.setTransform(ratio, 0, 0, ratio, 0, 0); c.font = FONT;
    left = 12 + Math.ceil(Math.max(30, ...rows.map(row => c.measureText(label(row)).width)));
    colours = meta.categories.map((name, i) => style("--c" + i)); inks = colours.map(ink);
    box = { width, height: y + 4 };
  }
  const label = row => (row.first >= 0 && grouped ? (row.tracks.length > 1 ? "+ " : "- ") : "") + row.label.slice(0, 18);
  // The text on a colour is dark or light, whichever has more contrast.
  function ink(colour) {
    const [r, g, b] = [1, 3, 5].map(i => parseInt(colour.slice(i, i + 2), 16) / 255).map(v => v <= .04045 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4);
    return .2126 * r + .7152 * g + .0722 * b > .179 ? "#000000" : "#ffffff";
  }
  const x = t => left + (t - from) / (until - from) * (box.width - left);
  const at = px => from + (px - left) / (box.width - left) * (until - from);

  // ---- drawing
  function draw() { if (!pending) { pending = true; requestAnimationFrame(() => { pending = false; paint(); }); } }
  function paint() {
    const c = canvas.getContext("2d");
    c.clearRect(0, 0, box.width, box.height);
    c.font = FONT; c.textBaseline = "middle";
    axis(c);
    const many = estimate(rows.flatMap(row => row.tracks.flatMap(t => tracks[t].chunks)));
    rows.forEach(row => {
      c.fillStyle = colours[0]; c.fillRect(left, row.call, box.width - left, row.height);
      let whole = many <= MOST_EVENTS;
      const ready = [], height = row.height / row.tracks.length;
      if (whole) row.tracks.forEach((t, k) => {
        for (const chunk of tracks[t].chunks) if (inView(chunk)) {
          const data = columns(chunk, EVENTS);
          if (data) ready.push([{ ...row, depth: k ? 0 : row.depth, call: row.call + k * height, height }, chunk, data]); else whole = false;
        }
      });
      if (whole) ready.forEach(([of, chunk, data]) => spans(c, of, chunk, data)); else overview(c, row);
      c.fillStyle = style("--ink"); c.fillText(label(row), 4, row.call + row.height / 2);
    });
    if (isPathShown) path(c);
    arrows(c, many);
    if (selected && rowOf[selected.track]) {
      const p = place(selected), a = x(selected.begin), b = x(selected.begin + selected.length);
      c.strokeStyle = style("--ink"); c.lineWidth = 2;
      c.strokeRect(Math.max(left, a) - 1, p.y - 1, Math.max(3, b - Math.max(left, a)) + 2, p.height + 2); c.lineWidth = 1;
    }
  }
  // How many rows of chunks are in sight, about; infinitely many where too much would have to be unpacked for them.
  function estimate(chunks) {
    let n = 0, all = 0;
    for (const chunk of chunks) if (inView(chunk)) {
      all += chunk[1]; n += chunk[1] * Math.max(0, Math.min(until, chunk[3]) - Math.max(from, chunk[2])) / Math.max(1, chunk[3] - chunk[2]);
    }
    return all > MOST_UNPACKED ? Infinity : n;
  }
  function place(e) {
    const row = rowOf[e.track], isPhase = e.depth > 0 && row.tracks.length === 1;
    return isPhase ? { y: row.y + (Math.min(e.depth, row.depth) - 1) * row.strip, height: row.strip - 2 } : { y: row.call, height: row.height };
  }
  function axis(c) {
    const raw = (until - from) / Math.max(2, (box.width - left) / 110), power = Math.pow(10, Math.floor(Math.log10(Math.max(raw, 1))));
    const by = [1, 2, 5, 10].map(k => k * power).find(k => k >= raw) || raw;
    c.fillStyle = style("--soft"); c.strokeStyle = style("--line");
    for (let t = Math.ceil(from / by) * by; t <= until; t += by) {
      c.beginPath(); c.moveTo(x(t), TOP - 6); c.lineTo(x(t), box.height); c.stroke();
      if (x(t) + 3 + c.measureText(mark(t, by)).width < box.width) c.fillText(mark(t, by), x(t) + 3, 9);
    }
  }
  // Pieces of a row: the category of most calls, their share, that of waits, and the phase; of a group the means.
  function pieces(row) {
    const all = row.tracks.map(t => (row.tracks.length === 1 && tracks[t].fine && columns(tracks[t].fine)) || columns(tracks[t].coarse));
    if (all.some(d => !d)) return null;
    if (all.length === 1) return all[0];
    const length = all[0].length, n = length / 4, mean = new Uint8Array(length);
    for (let i = 0; i < n; i++) {
      const votes = new Float64Array(meta.categories.length);
      let share = 0, waits = 0;
      for (const d of all) { votes[d[i]] += d[n + i]; share += d[n + i]; waits += d[2 * n + i]; mean[3 * n + i] ||= d[3 * n + i]; }
      mean[i] = votes.indexOf(Math.max(...votes)); mean[n + i] = share / all.length; mean[2 * n + i] = waits / all.length;
    }
    return mean;
  }
  function overview(c, row) {
    const data = pieces(row);
    if (!data) return;
    const n = data.length / 4, width = meta.span / n, first = Math.max(0, Math.floor(from / width)), page = style("--page");
    for (let i = first; i < n && i * width < until; i++) {
      const a = Math.max(left, x(i * width)), w = Math.max(1, x((i + 1) * width) - a), h = row.height * data[n + i] / 255, waits = row.height * data[2 * n + i] / 255;
      if (h > 0) { c.fillStyle = colours[data[i]]; c.fillRect(a, row.call + row.height - Math.max(1, h), w, Math.max(1, h)); }
      if (waits > 0) { c.globalAlpha = .6; c.fillStyle = page; c.fillRect(a, row.call + row.height - h, w, Math.min(h, waits)); c.globalAlpha = 1; }
    }
    if (marks) hitsOf(c, row, page);
    for (let i = first; row.depth && i < n && i * width < until; ) {
      let end = i + 1;
      while (end < n && data[3 * n + end] === data[3 * n + i]) end++;
      if (data[3 * n + i]) phase(c, row.y, row.strip, Math.max(left, x(i * width)), Math.min(box.width, x(end * width)), meta.phases[data[3 * n + i] - 1]);
      i = end;
    }
  }
  // What was found has a mark, the rest of the row is paler.
  function hitsOf(c, row, page) {
    const piece = px => Math.floor(at(px) / meta.span * PIECES), isThere = px => {
      const a = piece(px), b = Math.min(PIECES - 1, Math.max(a, piece(px + 1) - 1));
      return row.tracks.some(t => { for (let i = a; i <= b; i++) if (marks[t]?.[i]) return true; return false; });
    };
    for (let px = left, end; px < box.width; px = end) {
      const there = isThere(px);
      for (end = px + 1; end < box.width && isThere(end) === there; end++);
      c.globalAlpha = there ? 1 : .7; c.fillStyle = there ? style("--ink") : page;
      c.fillRect(there ? px - 2 : px, row.call, end - px + 4 * there, there ? Math.min(6, row.height) : row.height);
    }
    c.globalAlpha = 1;
  }
  function phase(c, y, strip, a, b, name) {
    const odd = meta.phases.indexOf(name) % 2;
    c.globalAlpha = odd ? .4 : .8; c.fillStyle = colours[9]; c.fillRect(a, y, Math.max(1, b - a - (b - a > 4)), strip - 2); c.globalAlpha = 1;
    if (strip === PHASE && b - a > 30) text(c, name, a, y, b - a, strip - 2, odd ? style("--ink") : inks[9]);
  }
  function text(c, words, a, y, width, height, colour) {
    c.fillStyle = colour; c.save(); c.beginPath(); c.rect(a, y, width - 2, height); c.clip(); c.fillText(words, a + 3, y + height / 2 + .5); c.restore();
  }
  function* visible(chunk, data) {
    const unit = chunk[4];
    for (let i = 0; i < chunk[1]; i++) {
      const begin = chunk[2] + data.begin[i] * unit;
      if (begin > until) return;
      const length = data.length[i] * unit;
      if (begin + length >= from) yield [i, begin, length];
    }
  }
  function spans(c, row, chunk, data) {
    const y = row.call, h = row.height;
    let at = -1, times, waited, alpha;
    // Of calls that are narrower than a pixel it has the colour of those that take most of it.
    const narrow = () => {
      if (at < 0) return;
      const most = Math.max(...times);
      c.globalAlpha = alpha; c.fillStyle = colours[times.indexOf(most)]; c.fillRect(at, y, 1, h);
      if (waited) { c.globalAlpha *= .6; c.fillStyle = style("--page"); c.fillRect(at, y, 1, h * waited / times.reduce((sum, n) => sum + n, 0)); }
      at = -1;
    };
    for (const [i, begin, length] of visible(chunk, data)) {
      const shape = data.shape[i] & 0xffffff, depth = data.shape[i] >>> 24, a = Math.max(left, x(begin)), b = x(begin + length), wait = data.wait[i] * chunk[4], own = !hits || hits.has(shape) ? 1 : .2;
      if (depth > 0) { c.globalAlpha = own; if (depth <= row.depth) phase(c, row.y + (depth - 1) * row.strip, row.strip, a, Math.min(Math.max(a + 1, b), box.width), meta.shapes[shape][3]); continue; }
      if (at !== Math.floor(a)) narrow();
      if (b - a < 1) {
        if (at < 0) { at = Math.floor(a); times = meta.categories.map(() => 0); waited = 0; alpha = .2; }
        times[meta.shapes[shape][1]] += length || 1; waited += wait; alpha = Math.max(alpha, own);
        continue;
      }
      narrow(); c.globalAlpha = own;
      c.fillStyle = colours[meta.shapes[shape][1]]; c.fillRect(a, y, b - a, h);
      const w = wait ? Math.max(a, x(begin + length - wait)) : b;
      if (b - w > 2) waits(c, w, y, b - w, h);
      if (b - a > 40 && h > 9) text(c, meta.shapes[shape][0], a, y, b - a, h, w < a + 60 ? style("--ink") : inks[meta.shapes[shape][1]]);
    }
    narrow(); c.globalAlpha = 1;
  }
  // The waiting part of a call is paler, and hatched where there is room.
  function waits(c, a, y, width, height) {
    c.save(); c.beginPath(); c.rect(a, y, width, height); c.clip();
    c.fillStyle = c.strokeStyle = style("--page"); c.globalAlpha *= .6; c.fillRect(a, y, width, height);
    c.beginPath();
    for (let d = -height + (6 - a % 6); width > 8 && d < width; d += 6) { c.moveTo(a + d, y + height); c.lineTo(a + d + height, y); }
    c.stroke(); c.restore();
  }
  // The critical path: a line below the row where it stays, and a thin one to the next row for each message if these are few. Rows that are not shown part it.
  function path(c) {
    const seen = [];
    for (const chunk of meta.stays) if (inView(chunk)) {
      const d = columns(chunk, STAYS);
      for (let i = 0; d && i < chunk[1]; i++) {
        const begin = chunk[2] + d.begin[i] * chunk[4], end = begin + d.length[i] * chunk[4], row = rowOf[d.track[i]], a = Math.max(left, x(begin));
        if (begin <= until && end >= from) seen.push(row && [a, Math.max(x(end), a + 1), row.call + row.height]);
      }
    }
    c.strokeStyle = style("--mark"); c.lineWidth = 3; c.beginPath();
    for (const stay of seen) if (stay) { c.moveTo(stay[0], stay[2]); c.lineTo(stay[1], stay[2]); }
    c.stroke(); c.lineWidth = 1; c.beginPath();
    for (let i = 1; i < seen.length && seen.length <= 300; i++) if (seen[i - 1] && seen[i]) { c.moveTo(seen[i - 1][1], seen[i - 1][2]); c.lineTo(seen[i][0], seen[i][2]); }
    c.stroke();
  }
  function arrows(c, many) {
    const note = $("arrows"), ready = [], seen = [];
    let total = 0;
    if (estimate(meta.arrows) > MOST_EVENTS || many > MOST_EVENTS || rows.every(row => row.tracks.length > 1)) { note.textContent = "Zoom in, or open a group, to see the arrows of messages."; return; }
    for (const chunk of meta.arrows) if (inView(chunk)) { const d = columns(chunk, ARROWS); if (d) ready.push([chunk, d]); }
    for (const [chunk, d] of ready) for (let i = 0; i < chunk[1]; i++) {
      const begin = chunk[2] + d.begin[i] * chunk[4], end = begin + d.length[i] * chunk[4], a = rowOf[d.ends[i] & 0xffff], b = rowOf[d.ends[i] >>> 16];
      if (begin <= until && end >= from && a && b && a !== b && ++total <= MOST_ARROWS) seen.push([begin, end, a, b]);
    }
    note.textContent = total > MOST_ARROWS ? total.toLocaleString("en") + " messages here: zoom in to see their arrows." : "";
    if (total > MOST_ARROWS) return;
    c.save(); c.beginPath(); c.rect(left, 0, box.width, box.height); c.clip();
    c.strokeStyle = c.fillStyle = style("--ink"); c.globalAlpha = total > 300 ? .35 : .75;
    for (const [begin, end, a, b] of seen) {
      const down = b.call > a.call, x1 = x(begin), x2 = x(end), y1 = a.call + (down ? a.height : 0), y2 = b.call + (down ? 0 : b.height), turn = Math.atan2(y2 - y1, x2 - x1);
      c.beginPath(); c.moveTo(x1, y1); c.lineTo(x2, y2); c.stroke();
      c.beginPath(); c.moveTo(x2, y2); c.lineTo(x2 - 6 * Math.cos(turn - .4), y2 - 6 * Math.sin(turn - .4)); c.lineTo(x2 - 6 * Math.cos(turn + .4), y2 - 6 * Math.sin(turn + .4)); c.fill();
    }
    c.restore();
  }

  // ---- moving
  function show(a, b) {
    const length = Math.max(20, Math.min(meta.span, b - a));
    from = Math.max(0, Math.min(meta.span - length, a)); until = from + length;
    canvas.dataset.view = Math.round(from) + "," + Math.round(until); draw(); measureSoon();
  }
  function zoom(factor, centre) { const t = centre ?? (from + until) / 2; show(t - (t - from) * factor, t + (until - t) * factor); }
  function arrange() { layout(); draw(); }
  canvas.addEventListener("wheel", e => {
    e.preventDefault();
    if (e.shiftKey || Math.abs(e.deltaX) > Math.abs(e.deltaY)) { const by = (e.deltaX || e.deltaY) / box.width * (until - from); show(from + by, until + by); }
    else zoom(e.deltaY > 0 ? 1.25 : .8, at(e.offsetX));
  }, { passive: false });
  let drag = null;
  canvas.addEventListener("pointerdown", e => { drag = { x: e.offsetX, from, until, moved: false }; canvas.setPointerCapture(e.pointerId); });
  canvas.addEventListener("pointermove", e => {
    if (!drag) { hover(e); return; }
    const by = (e.offsetX - drag.x) / (box.width - left) * (drag.until - drag.from);
    if (Math.abs(e.offsetX - drag.x) > 3) { drag.moved = true; tip.hidden = true; show(drag.from - by, drag.until - by); }
  });
  canvas.addEventListener("pointerleave", () => { tip.hidden = true; });
  canvas.addEventListener("pointerup", e => {
    const row = drag && !drag.moved && rows.find(r => e.offsetY >= r.y && e.offsetY < r.end);
    drag = null;
    if (row && grouped && row.first >= 0 && (e.offsetX < left || row.tracks.length > 1)) { if (!open.delete(row.first)) open.add(row.first); arrange(); }
    else if (row) select(find(e.offsetX, e.offsetY));
  });
  canvas.addEventListener("dblclick", e => zoom(.25, at(e.offsetX)));
  addEventListener("keydown", e => {
    if (e.target.matches && e.target.matches("input, select") || e.ctrlKey || e.metaKey || e.altKey) return;
    const by = (until - from) / 8, keys = {
      ArrowLeft: () => e.shiftKey ? next(-1) : show(from - by, until - by), ArrowRight: () => e.shiftKey ? next(1) : show(from + by, until + by),
      "+": () => zoom(.5), "=": () => zoom(.5), "-": () => zoom(2), "0": () => show(0, meta.span), "1": () => show(...meta.program), n: () => find_(1), p: () => find_(-1),
      "/": () => search.focus(), g: () => { grouped = !grouped; open.clear(); arrange(); }, c: () => { isPathShown = !isPathShown; draw(); } };
    if (selected) Object.assign(keys, { ArrowUp: () => row(-1), ArrowDown: () => row(1), Enter: () => show(selected.begin - selected.length, selected.begin + 2 * selected.length) });
    if (keys[e.key]) { e.preventDefault(); keys[e.key](); }
  });
  $("in").onclick = () => zoom(.5); $("out").onclick = () => zoom(2); $("all").onclick = () => show(0, meta.span); $("program").onclick = () => show(...meta.program);
  $("ranks").addEventListener("input", e => {
    const parts = [...e.target.value.matchAll(/(\d+)\s*(?:-\s*(\d+))?/g)].map(m => [+m[1], +(m[2] ?? m[1])]);
    shown = tracks.map((t, i) => i).filter(i => !parts.length || parts.some(([a, b]) => tracks[i].rank >= a && tracks[i].rank <= b));
    grouped = shown.length > MOST_ROWS; open.clear(); arrange(); measureSoon();
    if (hits) findAll();
  });

  // ---- records
  function one(track, chunk, data, i) {
    return { track, begin: chunk[2] + data.begin[i] * chunk[4], length: data.length[i] * chunk[4], shape: data.shape[i] & 0xffffff, bytes: size(data.bytes[i]),
      depth: data.shape[i] >>> 24, wait: data.wait[i] * chunk[4] };
  }
  function find(px, py) {
    const row = rows.find(r => py >= r.y && py < r.end);
    if (!row || px < left || row.tracks.length > 1) return null;
    const slack = (until - from) / (box.width - left) * 2, t = at(px);
    let best = null;
    for (const chunk of tracks[row.tracks[0]].chunks) if (inView(chunk)) {
      const data = columns(chunk, EVENTS);
      if (!data) continue;
      for (const [i, begin, length] of visible(chunk, data)) {
        if (begin > t + slack) break;
        const hit = one(row.tracks[0], chunk, data, i), p = place(hit);
        if (py >= p.y - 1 && py <= p.y + p.height + 1 && begin + length >= t - slack) best = hit;
      }
    }
    return best;
  }
  // Of the program's calls that led there the first time, so many.
  const chain = (callers, most) => callers ? "; first from " + callers.split("\n").slice(0, most).join(", ") : "";
  function words(e, most) {
    const shape = meta.shapes[e.shape];
    return tracks[e.track].label + ": " + shape[0] + " – " + time(e.length) + (e.wait ? ", of which " + time(e.wait) + " waiting" : "") + (e.bytes ? ", " + bytesText(e.bytes) : "")
      + ", at " + time(e.begin) + (shape[2] ? " – " + shape[2] + chain(shape[4], most) : "");
  }
  // What is below the pointer, in a box that stays in the window.
  function hover(e) {
    const hit = find(e.offsetX, e.offsetY), row = rows.find(r => e.offsetY >= r.y && e.offsetY < r.end);
    let said = hit ? words(hit, Infinity) : "";
    if (!said && row && e.offsetX >= left) {
      const data = pieces(row), n = data ? data.length / 4 : 0, i = Math.min(n - 1, Math.floor(at(e.offsetX) / meta.span * n));
      if (data) said = row.label + " at " + time(at(e.offsetX)) + ": " + percent(data[n + i], 255) + " in calls" + (data[n + i] ? ", most of them: " + meta.categories[data[i]] : "")
        + "; waiting " + percent(data[2 * n + i], 255) + (data[3 * n + i] ? "; phase " + meta.phases[data[3 * n + i] - 1] : "");
    }
    tip.textContent = said; tip.hidden = !said;
    tip.style.left = Math.max(4, Math.min(e.clientX + 14, innerWidth - tip.offsetWidth - 4)) + "px";
    tip.style.top = Math.max(4, e.clientY + 18 + tip.offsetHeight > innerHeight ? e.clientY - tip.offsetHeight - 10 : e.clientY + 18) + "px";
  }
  function select(e) { selected = e; if (e) detail.textContent = words(e, 2); draw(); }
  function go(e) {
    if (!e) return;
    if (rowOf[e.track] && rowOf[e.track].tracks.length > 1) { open.add(rowOf[e.track].first); layout(); }
    // All of it is in sight, and wide enough to be seen.
    const w = Math.max(2 * e.length, Math.min(until - from, 200 * Math.max(e.length, 100)));
    if (e.begin < from || e.begin + e.length > until || w < until - from) show(e.begin - w / 3, e.begin - w / 3 + w);
    select(e);
    const row = rowOf[e.track], top = canvas.getBoundingClientRect().top;
    if (row && (top + row.y < 0 || top + row.end > innerHeight - 60)) scrollBy(0, top + row.y - innerHeight / 2);
  }
  // Of some tracks the next record behind a place that is wanted, or the last one before it; chunks that cannot have it are not unpacked.
  async function seek(of, by, now, isWanted) {
    const behind = (e, o) => e.begin - o.begin || e.track - o.track;
    let best = null;
    for (const track of of) {
      const chunks = by > 0 ? tracks[track].chunks : [...tracks[track].chunks].reverse();
      search: for (const chunk of chunks) {
        if (by > 0 ? chunk[3] < now.begin || best && chunk[2] > best.begin : chunk[2] > now.begin || best && chunk[3] < best.begin) continue;
        const data = await get(chunk, EVENTS);
        for (let k = 0; k < chunk[1]; k++) {
          const i = by > 0 ? k : chunk[1] - 1 - k;
          if (!isWanted(data.shape[i] & 0xffffff, data.shape[i] >>> 24)) continue;
          const e = one(track, chunk, data, i);
          if (by * behind(e, now) > 0 && (!best || by * behind(best, e) > 0)) best = e;
          if (by * behind(e, now) > 0) break search;
        }
      }
    }
    return best;
  }
  const start = by => selected ?? { begin: by > 0 ? from : until, track: by > 0 ? -1 : tracks.length };
  async function find_(by) { if (hits && hits.size) { const mine = ++step, e = await seek(shown, by, start(by), shape => hits.has(shape)); if (mine === step) go(e); } }
  async function next(by) { const now = start(by); go(await seek([selected ? now.track : shown[0]], by, now, (shape, depth) => !depth === !(selected && selected.depth))); }
  async function row(by) {
    const track = shown[Math.max(0, Math.min(shown.length - 1, shown.indexOf(selected.track) + by))], now = { begin: selected.begin, track: tracks.length };
    go(await seek([track], -1, now, (shape, depth) => !depth) ?? await seek([track], 1, now, (shape, depth) => !depth));
  }
  search.addEventListener("input", () => {
    const word = search.value.trim().toLowerCase();
    hits = word ? new Set(meta.shapes.map((s, i) => (s[0] + " " + s[2]).toLowerCase().includes(word) ? i : -1).filter(i => i >= 0)) : null;
    $("found").textContent = ""; findAll(); draw();
  });
  // In which pieces of the shown tracks there are hits, and how many there are.
  async function findAll() {
    const mine = ++hunt, found = [], isHit = new Uint8Array(meta.shapes.length), piece = t => Math.max(0, Math.min(PIECES - 1, Math.floor(t / meta.span * PIECES)));
    let n = 0;
    marks = null;
    if (!hits) return;
    for (const shape of hits) isHit[shape] = 1;
    for (const t of hits.size ? shown : []) {
      const own = found[t] = new Uint8Array(PIECES);
      await each(tracks[t].chunks, 0, meta.span, EVENTS, (d, chunk) => {
        for (let i = 0; i < chunk[1]; i++) if (isHit[d.shape[i] & 0xffffff]) {
          const begin = chunk[2] + d.begin[i] * chunk[4];
          n++; own.fill(1, piece(begin), piece(begin + d.length[i] * chunk[4]) + 1);
        }
      });
      if (mine !== hunt) return;
    }
    marks = found; draw();
    $("found").textContent = hits.size ? n.toLocaleString("en") + " of " + hits.size + (hits.size === 1 ? " kind" : " kinds") + "; n and p step through them" : "nothing";
  }
  search.addEventListener("keydown", e => { if (e.key === "Enter") { find_(e.shiftKey ? -1 : 1); canvas.focus({ preventScroll: true }); } });

  // ---- sections: findings and tables of what is in sight, or of a phase there
  const ids = ["findings", "sites", "balance", "path", "matrix"].filter($), original = ids.map(id => $(id).innerHTML);
  let waiting = 0, token = 0;
  function measureSoon() { clearTimeout(waiting); waiting = setTimeout(measure, 250); }
  function overlap(list, a, b) {
    if (list.length === 1) return Math.max(0, Math.min(b, list[0][1]) - Math.max(a, list[0][0]));
    let low = 0, high = list.length, sum = 0;
    while (low < high) { const m = low + high >> 1; if (list[m][1] <= a) low = m + 1; else high = m; }
    for (; low < list.length && list[low][0] < b; low++) sum += Math.min(b, list[low][1]) - Math.max(a, list[low][0]);
    return sum;
  }
  // Chunks that have something in an interval, each with its columns.
  async function each(chunks, a, b, names, body) {
    for (const chunk of chunks) if (within(chunk, a, b)) { const d = get(chunk, names); body(d instanceof Promise ? await d : d, chunk); }
  }
  async function measure() {
    const mine = ++token, chosen = $("phase").value, a = from, b = until, ofAll = shown.length === tracks.length, isAll = chosen === "" && ofAll && a === meta.program[0] && b === meta.program[1];
    const title = "Findings and tables: " + (a === meta.program[0] && b === meta.program[1] ? "the program, without start and end of the JVMs, " + time(b - a) : "what is in sight, " + time(a) + " to " + time(b)) + " of " + time(meta.span)
      + (chosen === "" ? "" : ", phase " + chosen) + (ofAll ? "" : "; only what ranks " + $("ranks").value.trim() + " did, whoever made them wait");
    if (isAll) { ids.forEach((id, i) => { $(id).innerHTML = original[i]; }); $("section").textContent = title; return; }
    const kinds = meta.shapes.length, column = () => new Float64Array(kinds), S = { calls: column(), time: column(), bytes: column(), waited: column(), charged: column(), late: [], sent: new Map(), stays: new Map(),
      of: tracks.map(() => ({ section: [], calls: 0, waited: 0, charged: 0 })) }, isShown = new Uint8Array(tracks.length);
    const sum = (map, key, n) => map.set(key, (map.get(key) || 0) + n);
    for (const t of shown) {
      const of = S.of[t], list = of.section, [p, q] = tracks[t].program, isRank = tracks[t].rank >= 0;
      isShown[t] = 1;
      if (chosen === "") list.push([a, b]);
      await each(tracks[t].chunks, a, b, EVENTS, (d, chunk) => {
        const unit = chunk[4];
        for (let i = 0; i < chunk[1]; i++) {
          const shape = d.shape[i] & 0xffffff, begin = chunk[2] + d.begin[i] * unit, end = begin + d.length[i] * unit;
          if (begin > b) break;
          if (d.shape[i] >>> 24) {
            const last = list.at(-1), low = Math.max(a, begin), high = Math.min(b, end);
            if (meta.shapes[shape][3] === chosen && low < high && !(last && last[1] >= high)) list.push([low, high]);
            continue;
          }
          if (end < a || !isRank) continue;
          const here = overlap(list, begin, end);
          if (!here && !(begin === end && overlap(list, begin, begin + 1))) continue;
          const waited = d.wait[i] ? overlap(list, end - d.wait[i] * unit, end) : 0;
          S.calls[shape]++; S.time[shape] += here; S.bytes[shape] += size(d.bytes[i]); S.waited[shape] += waited;
          if (begin >= p && end <= q) { of.calls += here; of.waited += waited; }
        }
      });
      if (mine !== token) return;
    }
    await each(meta.charges, a, b, CHARGES, (d, chunk) => {
      const unit = chunk[4];
      for (let i = 0; i < chunk[1]; i++) {
        const t = d.ends[i] & 0xffff, rank = d.ends[i] >>> 16, begin = chunk[2] + d.begin[i] * unit, length = d.length[i] * unit, here = overlap(S.of[t].section, begin, begin + length);
        if (!here) continue;
        const part = d.charged[i] * unit * here / length;
        S.charged[d.shape[i]] += part;
        if (begin + length <= tracks[t].program[1]) S.of[t].charged += part;
        const late = S.late[rank] ??= { rank, sum: 0, kinds: column(), of: new Uint8Array(tracks.length) };
        late.sum += part; late.kinds[d.shape[i]] += part; late.of[t] = 1;
      }
    });
    await each(meta.arrows, a, b, ARROWS, (d, chunk) => {
      for (let i = 0; i < chunk[1]; i++) {
        const s = d.ends[i] & 0xffff, begin = chunk[2] + d.begin[i] * chunk[4];
        if (overlap(S.of[s].section, begin, begin + 1)) sum(S.sent, d.ends[i], size(d.bytes[i]));
      }
    });
    await each(meta.stays, a, b, STAYS, (d, chunk) => {
      for (let i = 0; i < chunk[1]; i++) {
        const t = d.track[i], begin = chunk[2] + d.begin[i] * chunk[4];
        if (isShown[t]) sum(S.stays, tracks[t].rank, overlap(S.of[t].section, begin, begin + d.length[i] * chunk[4]));
      }
    });
    if (mine !== token) return;
    // Shapes of one call site are one.
    S.sites = new Map(); S.pairs = new Map();
    for (let k = 0; k < kinds; k++) if (S.calls[k] || S.charged[k]) {
      const name = meta.shapes[k][3], s = S.sites.get(name) ?? { name, calls: 0, time: 0, waited: 0, charged: 0, bytes: 0 };
      s.calls += S.calls[k]; s.time += S.time[k]; s.charged += S.charged[k]; s.bytes += S.bytes[k]; s.waited = Math.max(s.waited + S.waited[k], s.charged); S.sites.set(name, s);
      for (const late of S.late) if (late?.kinds[k]) sum(late.sites ??= new Map(), name, late.kinds[k]);
    }
    for (const [ends, n] of S.sent) sum(S.pairs, tracks[ends & 0xffff].rank + ">" + tracks[ends >>> 16].rank, n);
    $("section").textContent = title; tables(S, b - a);
  }
  const row_ = cells => "<tr>" + cells.map(cell => "<td" + (Array.isArray(cell) ? cell[1] : "") + ">" + (Array.isArray(cell) ? cell[0] : cell) + "</td>").join("") + "</tr>";
  function fill(id, lines) { const table = $(id); if (table) table.innerHTML = "<tbody>" + table.rows[0].outerHTML + lines.join("") + "</tbody>"; }
  function tables(S, length) {
    const victims = l => { const all = [...new Set(tracks.filter((t, i) => l.of[i]).map(t => t.rank))]; return all.length === 1 ? "rank " + all[0] : all.length + " ranks"; };
    const most = (map, by) => [...map].sort((one, other) => other[by] - one[by])[0], late = S.late.filter(l => l).sort((one, other) => other.sum - one.sum);
    const firsts = S.of.map((of, t) => ({ ...of, ...tracks[t], whole: of.section.reduce((n, [a, b]) => n + Math.max(0, Math.min(b, tracks[t].program[1]) - Math.max(a, tracks[t].program[0])), 0) }))
      .filter((t, i) => t.rank >= 0 && !t.thread && shown.includes(i));
    const all = firsts.reduce((n, t) => n + t.whole, 0), critical = most(S.stays, 1), said = late.filter(l => l.sum > .02 * length && l.sum > .1 * late[0].sum).slice(0, 3)
      .map(l => "rank " + l.rank + " made " + victims(l) + " wait " + time(l.sum) + " in all, most of it in " + most(l.sites, 1)[0]);
    if (critical && firsts.length > 1) said.push("the critical path is here with rank " + critical[0] + " most of the time: " + time(critical[1]) + " of " + time(length));
    $("findings").innerHTML = (said.length ? said : ["no rank made others wait for long here"]).map(s => "<li>" + html(s) + "</li>").join("");
    const states = new Map([...new DOMParser().parseFromString("<table>" + original[ids.indexOf("sites")] + "</table>", "text/html").querySelectorAll("tr")]
      .map(tr => [tr.cells[0].textContent, tr.cells[5].textContent]));
    const sites = [...S.sites.values()].sort((one, other) => other.charged - one.charged || other.time - one.time);
    fill("sites", sites.slice(0, 30).map(s => row_([html(s.name), s.calls.toLocaleString("en"), time(s.time), time(s.charged), percent(s.charged, all), s.charged && states.get(s.name) || "", time(s.waited - s.charged), bytesText(s.bytes)])));
    const longest = Math.max(1, ...firsts.map(t => t.whole)), bar = (n, colour) => `<span class=bar style="width:${(12 * Math.max(0, n) / longest).toFixed(2)}em;background:var(--c${colour})"></span>`;
    fill("balance", firsts.map(t => {
      const transfer = Math.max(0, t.waited - t.charged), other = Math.max(0, t.calls - t.charged - transfer), computing = Math.max(0, t.whole - t.calls), made = S.late[t.rank];
      return row_([t.rank, time(computing), time(t.charged), time(transfer), time(other), bar(computing, 0) + bar(t.charged, 3) + bar(transfer + other, 1), time(made ? made.sum : 0)]);
    }));
    const stays = [...S.stays].sort((one, other) => other[1] - one[1]);
    fill("path", stays.slice(0, 30).map(([rank, n]) => row_([rank, "computes, or is in calls", "", time(n), percent(n, length)])));
    const heaviest = Math.max(1, ...S.pairs.values()), isMap = $("matrix") && $("matrix").className === "map", ranks = isMap || $("matrix") && $("matrix").rows[0].cells[0].textContent !== "from" ? meta.ranks : 0;
    fill("matrix", ranks ? Array.from({ length: ranks }, (_, a) => row_([a, ...Array.from({ length: ranks }, (_, b) => {
      const n = S.pairs.get(a + ">" + b) || 0;
      return [n && !isMap ? bytesText(n) : "", ` style="background:rgba(var(--heat),${((isMap ? 1 : .6) * n / heaviest).toFixed(2)})" title="${a} to ${b}: ${n.toLocaleString("en")} bytes"`];
    })])) : [...S.pairs].sort((one, other) => other[1] - one[1]).slice(0, 50).map(([pair, n]) => row_([...pair.split(">"), "", bytesText(n)])));
  }
  for (const phase of meta.phases) $("phase").add(new Option("phase " + phase, phase));
  $("phase").onchange = measure; $("phase").hidden = !meta.phases.length;

  // ---- places in the address: #at=FROM,UNTIL
  function follow() {
    const place = /^#at=(\d+),(\d+)/.exec(location.hash);
    if (place) { show(+place[1], +place[2]); canvas.scrollIntoView({ block: "center" }); canvas.focus({ preventScroll: true }); }
  }
  addEventListener("hashchange", follow);
  addEventListener("resize", arrange);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", arrange);
  layout(); show(...meta.program); follow();
  // What can be kept is unpacked before it is asked for, so that sections and searches need not wait.
  setTimeout(async () => {
    const all = [...tracks.map(t => [t.chunks, EVENTS]), [meta.charges, CHARGES], [meta.arrows, ARROWS], [meta.stays, STAYS]].flatMap(([chunks, names]) => chunks.map(chunk => [chunk, names]));
    if (all.reduce((n, [chunk]) => n + chunk[1], 0) <= MOST_KEPT) for (const [chunk, names] of all) await get(chunk, names);
  }, 1000);
})();
