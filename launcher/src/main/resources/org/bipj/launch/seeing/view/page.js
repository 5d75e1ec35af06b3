"use strict";
(() => {
  const meta = JSON.parse(document.getElementById("meta").textContent);
  const canvas = document.getElementById("timeline"), detail = document.getElementById("detail");
  const search = document.getElementById("search"), found = document.getElementById("found");
  const MOST_EVENTS = 400000, MOST_ARROWS = 3000, LEFT = 120, TOP = 22, PHASE = 14;
  const style = name => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  let from = 0, until = Math.max(1, meta.span), colours = [], selected = null, hits = null, pending = false, top_ = 0;

  // ---- data: columns, unpacked when they are first needed
  const unpacked = new Map();
  async function bytesOf(id) {
    const text = document.getElementById("c" + id).textContent, packed = Uint8Array.from(atob(text), c => c.charCodeAt(0));
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
    return new Response(stream).arrayBuffer();
  }
  function columns(chunk, make) {
    const known = unpacked.get(chunk[0]);
    if (known) return known === "coming" ? null : known;
    unpacked.set(chunk[0], "coming");
    bytesOf(chunk[0]).then(buffer => { unpacked.set(chunk[0], make(buffer, chunk)); draw(); });
    return null;
  }
  const events = (b, c) => ({ begin: new Uint32Array(b, 0, c[1]), length: new Uint32Array(b, 4 * c[1], c[1]),
    shape: new Uint32Array(b, 8 * c[1], c[1]), bytes: new Int32Array(b, 12 * c[1], c[1]),
    wait: new Uint32Array(b, 16 * c[1], c[1]) });
  const arrowColumns = (b, c) => ({ begin: new Uint32Array(b, 0, c[1]), length: new Int32Array(b, 4 * c[1], c[1]),
    ends: new Uint32Array(b, 8 * c[1], c[1]), bytes: new Int32Array(b, 12 * c[1], c[1]) });
  const bins = b => new Uint8Array(b);
  const inView = chunk => chunk[2] <= until && chunk[3] >= from;
  const size = packed => packed >= 0 ? packed : -packed * 1024;

  // ---- words
  function time(ns) {
    const a = Math.abs(ns);
    return a < 1e3 ? ns.toFixed(0) + " ns" : a < 1e6 ? (ns / 1e3).toPrecision(4) + " us"
      : a < 1e9 ? (ns / 1e6).toPrecision(4) + " ms" : (ns / 1e9).toPrecision(5) + " s";
  }
  function bytesText(n) {
    return n < 1024 ? n + " bytes" : n < 1048576 ? (n / 1024).toPrecision(3) + " KiB" : (n / 1048576).toPrecision(4) + " MiB";
  }

  // ---- places
  const rows = [];
  function layout() {
    rows.length = 0;
    const most = Math.max(300, Math.min(innerHeight * .7, 1400));
    const phases = meta.tracks.reduce((n, t) => n + t.depth, 0);
    const height = Math.max(6, Math.min(34, Math.floor((most - TOP - phases * PHASE) / meta.tracks.length)));
    let y = TOP;
    for (const track of meta.tracks) {
      rows.push({ y, call: y + track.depth * PHASE, height: height - 3, end: y + track.depth * PHASE + height });
      y += track.depth * PHASE + height;
    }
    const ratio = devicePixelRatio || 1, width = canvas.clientWidth || 900;
    canvas.style.height = y + 4 + "px";
    canvas.width = width * ratio; canvas.height = (y + 4) * ratio;
    canvas.getContext("2d").setTransform(ratio, 0, 0, ratio, 0, 0);
    colours = meta.categories.map((name, i) => style("--c" + i));
    return { width, height: y + 4 };
  }
  let box = layout();
  const x = t => LEFT + (t - from) / (until - from) * (box.width - LEFT);
  const at = px => from + (px - LEFT) / (box.width - LEFT) * (until - from);

  // ---- drawing
  function draw() { if (!pending) { pending = true; requestAnimationFrame(() => { pending = false; paint(); }); } }
  function paint() {
    const c = canvas.getContext("2d"), ink = style("--ink"), soft = style("--soft"), line = style("--line");
    c.clearRect(0, 0, box.width, box.height);
    c.font = "11px system-ui, sans-serif"; c.textBaseline = "middle";
    axis(c, soft, line);
    let many = 0;
    for (const track of meta.tracks) for (const chunk of track.chunks) if (inView(chunk)) many += chunk[1];
    meta.tracks.forEach((track, i) => {
      const row = rows[i];
      c.fillStyle = colours[0]; c.fillRect(LEFT, row.call, box.width - LEFT, row.height);
      let whole = many <= MOST_EVENTS;
      const ready = [];
      if (whole) for (const chunk of track.chunks) if (inView(chunk)) {
        const data = columns(chunk, events);
        if (data) ready.push([chunk, data]); else whole = false;
      }
      if (whole) ready.forEach(([chunk, data]) => spans(c, row, chunk, data)); else overview(c, track, row);
      if (!i || row.height >= 9 || i % 8 === 0) {
        c.fillStyle = ink; c.fillText(track.label.slice(0, 18), 4, row.call + row.height / 2);
      }
    });
    arrows(c, many);
    if (selected) {
      const row = rows[selected.track], a = x(selected.begin), b = x(selected.begin + selected.length);
      c.strokeStyle = style("--mark"); c.lineWidth = 2;
      c.strokeRect(Math.max(LEFT, a) - 1, selected.y - 1, Math.max(3, b - Math.max(LEFT, a)) + 2, selected.height + 2);
      c.lineWidth = 1;
    }
  }
  function axis(c, soft, line) {
    const raw = (until - from) / Math.max(2, (box.width - LEFT) / 110), power = Math.pow(10, Math.floor(Math.log10(Math.max(raw, 1))));
    const step = [1, 2, 5, 10].map(k => k * power).find(k => k >= raw) || raw;
    c.fillStyle = soft; c.strokeStyle = line;
    for (let t = Math.ceil(from / step) * step; t <= until; t += step) {
      c.beginPath(); c.moveTo(x(t), TOP - 6); c.lineTo(x(t), box.height); c.stroke(); c.fillText(time(t), x(t) + 3, 9);
    }
  }
  function overview(c, track, row) {
    const data = (track.fine && columns(track.fine, bins)) || columns(track.coarse, bins);
    if (!data) return;
    const n = data.length / 2, width = meta.span / n, first = Math.max(0, Math.floor(from / width));
    for (let i = first; i < n && i * width < until; i++) {
      const share = data[n + i];
      if (!share) continue;
      const a = Math.max(LEFT, x(i * width)), h = Math.max(1, row.height * share / 255);
      c.fillStyle = colours[data[i]]; c.fillRect(a, row.call + row.height - h, Math.max(1, x((i + 1) * width) - a), h);
    }
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
    let last = -1, lastShape = -1;
    for (const [i, begin, length] of visible(chunk, data)) {
      const packed = data.shape[i], shape = packed & 0xffffff, depth = packed >>> 24;
      const a = Math.max(LEFT, x(begin)), b = Math.max(a + 1, x(begin + length));
      const isPhase = depth > 0, y = isPhase ? row.y + (depth - 1) * PHASE : row.call, h = isPhase ? PHASE - 2 : row.height;
      if (!isPhase && b - a <= 1 && Math.floor(a) === last && shape === lastShape) continue;
      if (!isPhase) { last = Math.floor(a); lastShape = shape; }
      const marks = !hits || hits.has(shape);
      c.globalAlpha = marks ? 1 : .2; c.fillStyle = colours[meta.shapes[shape][1]]; c.fillRect(a, y, b - a, h);
      const w = data.wait[i] && Math.max(LEFT, x(begin + length - data.wait[i] * chunk[4]));
      if (w && b - w > 2) waits(c, w, y, b - w, h);
      if (b - a > 40 && h > 9) {
        c.fillStyle = isPhase ? "#1b1b1b" : style(w && w < a + 60 ? "--ink" : "--page"); c.save(); c.beginPath(); c.rect(a, y, b - a - 2, h); c.clip();
        c.fillText(meta.shapes[shape][0], a + 3, y + h / 2); c.restore();
      }
      c.globalAlpha = 1;
    }
  }
  // The waiting part of a call is paler, and hatched where there is room.
  function waits(c, a, y, width, height) {
    c.save(); c.beginPath(); c.rect(a, y, width, height); c.clip();
    c.fillStyle = c.strokeStyle = style("--page"); c.globalAlpha *= .45; c.fillRect(a, y, width, height);
    c.beginPath();
    for (let d = -height + (6 - a % 6); width > 8 && d < width; d += 6) { c.moveTo(a + d, y + height); c.lineTo(a + d + height, y); }
    c.stroke(); c.restore();
  }
  function arrows(c, many) {
    const note = document.getElementById("arrows");
    let n = 0; const ready = [];
    for (const chunk of meta.arrows) if (inView(chunk)) n += chunk[1];
    if (n > MOST_EVENTS || many > MOST_EVENTS) { note.textContent = "Zoom in to see the arrows of messages."; return; }
    for (const chunk of meta.arrows) if (inView(chunk)) { const d = columns(chunk, arrowColumns); if (d) ready.push([chunk, d]); }
    const shown = []; let total = 0;
    for (const [chunk, d] of ready) for (let i = 0; i < chunk[1]; i++) {
      const begin = chunk[2] + d.begin[i] * chunk[4], end = begin + d.length[i] * chunk[4];
      if (begin <= until && end >= from && ++total <= MOST_ARROWS) shown.push([begin, end, d.ends[i] & 0xffff, d.ends[i] >>> 16, d.bytes[i]]);
    }
    note.textContent = total > MOST_ARROWS ? total.toLocaleString("en") + " messages here: zoom in to see their arrows." : "";
    if (total > MOST_ARROWS) return;
    c.strokeStyle = style("--ink"); c.fillStyle = style("--ink"); c.globalAlpha = total > 300 ? .35 : .75;
    for (const [begin, end, a, b] of shown) {
      const down = rows[b].call > rows[a].call, x1 = x(begin), x2 = x(end);
      const y1 = rows[a].call + (down ? rows[a].height : 0), y2 = rows[b].call + (down ? 0 : rows[b].height);
      c.save(); c.beginPath(); c.rect(LEFT, 0, box.width, box.height); c.clip();
      c.beginPath(); c.moveTo(x1, y1); c.lineTo(x2, y2); c.stroke();
      const turn = Math.atan2(y2 - y1, x2 - x1);
      c.beginPath(); c.moveTo(x2, y2); c.lineTo(x2 - 6 * Math.cos(turn - .4), y2 - 6 * Math.sin(turn - .4));
      c.lineTo(x2 - 6 * Math.cos(turn + .4), y2 - 6 * Math.sin(turn + .4)); c.fill(); c.restore();
    }
    c.globalAlpha = 1;
  }

  // ---- moving
  function show(a, b) {
    const length = Math.max(20, Math.min(meta.span, b - a));
    from = Math.max(0, Math.min(meta.span - length, a)); until = from + length;
    canvas.dataset.view = Math.round(from) + "," + Math.round(until); draw();
  }
  function zoom(factor, centre) { const t = centre ?? (from + until) / 2; show(t - (t - from) * factor, t + (until - t) * factor); }
  canvas.addEventListener("wheel", e => {
    e.preventDefault();
    if (e.shiftKey || Math.abs(e.deltaX) > Math.abs(e.deltaY)) {
      const by = (e.deltaX || e.deltaY) / box.width * (until - from); show(from + by, until + by);
    } else zoom(e.deltaY > 0 ? 1.25 : .8, at(e.offsetX));
  }, { passive: false });
  let drag = null;
  canvas.addEventListener("pointerdown", e => { drag = { x: e.offsetX, from, until, moved: false }; canvas.setPointerCapture(e.pointerId); });
  canvas.addEventListener("pointermove", e => {
    if (!drag) { const one = find(e.offsetX, e.offsetY); if (one) say(one); return; }
    const by = (e.offsetX - drag.x) / (box.width - LEFT) * (drag.until - drag.from);
    if (Math.abs(e.offsetX - drag.x) > 3) { drag.moved = true; show(drag.from - by, drag.until - by); }
  });
  canvas.addEventListener("pointerup", e => { if (drag && !drag.moved) select(find(e.offsetX, e.offsetY)); drag = null; });
  canvas.addEventListener("dblclick", e => zoom(.25, at(e.offsetX)));
  canvas.addEventListener("keydown", e => {
    const step = (until - from) / 8, keys = {
      ArrowLeft: () => e.shiftKey ? next(-1) : show(from - step, until - step), ArrowRight: () => e.shiftKey ? next(1) : show(from + step, until + step),
      ArrowUp: () => row(-1), ArrowDown: () => row(1), "+": () => zoom(.5), "=": () => zoom(.5), "-": () => zoom(2), "0": () => show(0, meta.span),
      n: () => step_(1), p: () => step_(-1), "/": () => search.focus(), Enter: () => selected && show(selected.begin - selected.length, selected.begin + 2 * selected.length) };
    if (keys[e.key]) { e.preventDefault(); keys[e.key](); }
  });
  document.getElementById("in").onclick = () => zoom(.5);
  document.getElementById("out").onclick = () => zoom(2);
  document.getElementById("all").onclick = () => show(0, meta.span);

  // ---- events of a track
  function* all(track) {
    for (const chunk of meta.tracks[track].chunks) {
      const data = unpacked.get(chunk[0]);
      if (data && data !== "coming") for (let i = 0; i < chunk[1]; i++) yield one(track, chunk, data, i);
    }
  }
  function one(track, chunk, data, i) {
    const depth = data.shape[i] >>> 24, r = rows[track];
    return { track, begin: chunk[2] + data.begin[i] * chunk[4], length: data.length[i] * chunk[4], shape: data.shape[i] & 0xffffff,
      bytes: size(data.bytes[i]), depth, y: depth ? r.y + (depth - 1) * PHASE : r.call, height: depth ? PHASE - 2 : r.height };
  }
  function find(px, py) {
    const track = rows.findIndex(r => py >= r.y && py < r.end);
    if (track < 0 || px < LEFT) return null;
    const slack = (until - from) / (box.width - LEFT) * 2, t = at(px);
    let best = null;
    for (const chunk of meta.tracks[track].chunks) if (inView(chunk)) {
      const data = unpacked.get(chunk[0]);
      if (!data || data === "coming") continue;
      for (const [i, begin, length] of visible(chunk, data)) {
        if (begin > t + slack) break;
        const hit = one(track, chunk, data, i);
        if (py >= hit.y - 1 && py <= hit.y + hit.height + 1 && begin + length >= t - slack) best = hit;
      }
    }
    return best;
  }
  function say(e) {
    const shape = meta.shapes[e.shape];
    detail.textContent = meta.tracks[e.track].label + ": " + shape[0] + " – " + time(e.length) + (e.bytes ? ", " + bytesText(e.bytes) : "")
      + ", at " + time(e.begin) + (shape[2] ? " – " + shape[2] : "");
  }
  function select(e) { selected = e; if (e) say(e); draw(); }
  function next(by) {
    if (!selected) { select([...all(0)].find(e => e.begin >= from) || null); return; }
    const list = [...all(selected.track)].filter(e => !e.depth === !selected.depth), i = list.findIndex(e => e.begin === selected.begin && e.shape === selected.shape);
    go(list[i + by]);
  }
  function row(by) {
    const track = Math.max(0, Math.min(rows.length - 1, (selected ? selected.track : 0) + by)), t = selected ? selected.begin : from;
    let best = null;
    for (const e of all(track)) { if (e.begin > t && best) break; best = e; }
    if (best) go(best);
  }
  function go(e) {
    if (!e) return;
    if (e.begin < from || e.begin + e.length > until) { const w = Math.max(until - from, 2 * e.length); show(e.begin - w / 3, e.begin - w / 3 + w); }
    select(e);
  }

  // ---- search: by the words of a call, a phase or a line
  function step_(by) {
    if (!hits || !hits.size) return;
    const now = selected ? selected.begin + by * .5 : (by > 0 ? -1 : Infinity);
    let best = null;
    meta.tracks.forEach((t, i) => { for (const e of all(i)) if (hits.has(e.shape) && (by > 0 ? e.begin > now && (!best || e.begin < best.begin) : e.begin < now && (!best || e.begin > best.begin))) best = e; });
    go(best);
  }
  search.addEventListener("input", () => {
    const word = search.value.trim().toLowerCase();
    hits = word ? new Set(meta.shapes.map((s, i) => (s[0] + " " + s[2]).toLowerCase().includes(word) ? i : -1).filter(i => i >= 0)) : null;
    found.textContent = word ? hits.size + " kinds of calls; n and p step through them" : "";
    draw();
  });
  search.addEventListener("keydown", e => { if (e.key === "Enter") { step_(e.shiftKey ? -1 : 1); canvas.focus(); } });

  // ---- places in the address: #at=FROM,UNTIL
  function follow() {
    const place = /^#at=(\d+),(\d+)/.exec(location.hash);
    if (place) { show(+place[1], +place[2]); canvas.scrollIntoView({ block: "center" }); canvas.focus({ preventScroll: true }); }
  }
  addEventListener("hashchange", follow);
  addEventListener("resize", () => { box = layout(); draw(); });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => { box = layout(); draw(); });
  show(0, meta.span); follow();
})();
