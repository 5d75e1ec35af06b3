package org.bipj.launch.seeing.top;

import java.util.ArrayList;
import java.util.List;
import org.bipj.core.job.Traffic;

/** What ranks do, as lines of text. */
final class TextTable {
    private static final String GAP = "  ";

    private TextTable() {}

    /** A title, and a line for each rank, which begins with its number. */
    static List<String> lines(List<Row> rows) {
        return lines(rows, Integer.MAX_VALUE);
    }

    /** The same for a terminal of so many columns, which cuts lines off: the program's line is not. */
    static List<String> lines(List<Row> rows, int width) {
        List<Column> columns = Column.of(rows);
        List<List<String>> cells = new ArrayList<>();
        cells.add(columns.stream().map(Column::title).toList());
        rows.forEach(row ->
                cells.add(columns.stream().map(column -> column.text(row)).toList()));
        List<String> lines = aligned(cells);
        int room = width - lines.getFirst().length();
        lines.set(0, lines.getFirst() + "WHAT");
        for (int i = 0; i < rows.size(); i++) {
            lines.set(i + 1, (lines.get(i + 1) + rows.get(i).what(room)).stripTrailing());
        }
        return lines;
    }

    /** The messages of a rank with each of those with which it has exchanged any. */
    static List<String> peers(int own, List<Traffic> peers) {
        List<List<String>> cells = new ArrayList<>();
        cells.add(List.of("PEER", "SENT", "BYTES", "RECEIVED", "BYTES"));
        for (int peer = 0; peer < peers.size(); peer++) {
            Traffic each = peers.get(peer);
            if (each.sent() > 0 || each.received() > 0) {
                cells.add(List.of(
                        peer + (peer == own ? " (itself)" : ""),
                        Words.number(each.sent()),
                        Words.number(each.sentBytes()),
                        Words.number(each.received()),
                        Words.number(each.receivedBytes())));
            }
        }
        return aligned(cells).stream().map(String::stripTrailing).toList();
    }

    /** The first two columns begin at the left, where words are read; numbers end at the right. */
    private static List<String> aligned(List<List<String>> cells) {
        int[] widths = new int[cells.getFirst().size()];
        for (List<String> line : cells) {
            for (int i = 0; i < widths.length; i++) {
                widths[i] = Math.max(widths[i], line.get(i).length());
            }
        }
        List<String> lines = new ArrayList<>();
        for (List<String> line : cells) {
            StringBuilder text = new StringBuilder();
            for (int i = 0; i < widths.length; i++) {
                String cell = line.get(i);
                String pad = " ".repeat(widths[i] - cell.length());
                text.append(i < 2 ? cell + pad : pad + cell).append(GAP);
            }
            lines.add(text.toString());
        }
        return lines;
    }
}
