package org.bipj.launch.seeing.top;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import org.bipj.core.job.Traffic;
import org.bipj.launch.support.LauncherVariables;
import org.bipj.shm.figures.RunningJob;

/**
 * Jobs on a terminal, again and again, until a key or a signal ends it. Where standard output is no terminal, the same lines follow each
 * other.
 */
final class Screen {
    private static final String BEGIN = "\033[?1049h\033[?25l";
    private static final String END = "\033[?25h\033[?1049l";
    private static final String HOME = "\033[H";
    private static final String REST_OF_LINE = "\033[K";
    private static final String REST_OF_SCREEN = "\033[J";
    private static final String INVERSE = "\033[7m";
    private static final String PLAIN = "\033[0m";
    private static final long KEY_MS = 50;
    private static final int SIZE_EVERY = 5;
    private static final int[] USUAL_SIZE = {24, 80};

    private static final String KEYS = "q quit   up, down choose a rank   Enter its peers   s next column to sort by   "
            + "n rank   w waiting   m messages   b bytes   u unexpected   c processor   M memory   r reverse";
    private static final String KEYS_OF_RANK = "q quit   Esc all ranks";

    private final Path place;
    private final String job;
    private final long periodMs;
    private final PrintStream out;
    private final List<JobLook> looks = new ArrayList<>();
    private Column sort = Column.RANK;
    private boolean reverse;
    /** Index of the chosen line of all ranks. */
    private int chosen;

    /** Of the rank that is shown alone: its job and its place; null: all are shown. */
    private JobLook alone;

    private int alonePlace;
    private int[] size = USUAL_SIZE;

    /**
     * A screen.
     *
     * @param place as for {@link TopCommand#run}
     * @param job what names it; null: all
     */
    Screen(Path place, String job, long periodMs, PrintStream out) {
        this.place = place;
        this.job = job;
        this.periodMs = periodMs;
        this.out = out;
    }

    /** Shows until the end. Returns the exit code. */
    int run() throws InterruptedException {
        looks.addAll(TopCommand.open(place, job));
        try {
            Keyboard keys = LauncherVariables.isTrue(LauncherVariables.TERMINAL) ? Keyboard.open() : null;
            if (keys == null) {
                follow();
            } else {
                onTerminal(keys);
            }
            if (job != null) {
                out.println("job " + job + (looks.isEmpty() ? " has ended" : " goes on"));
            }
            return 0;
        } finally {
            looks.forEach(JobLook::close);
        }
    }

    /** Leaves the terminal as it was, also when a signal ends this process. */
    private void onTerminal(Keyboard keys) throws InterruptedException {
        Thread restore = new Thread(() -> {
            out.print(END);
            out.flush();
            keys.close();
        });
        Runtime.getRuntime().addShutdownHook(restore);
        out.print(BEGIN);
        try {
            interact(keys);
        } catch (IOException e) {
            // The terminal is gone.
        } finally {
            try {
                Runtime.getRuntime().removeShutdownHook(restore);
                restore.run();
            } catch (IllegalStateException e) {
                // The hook runs.
            }
        }
    }

    private void interact(Keyboard keys) throws IOException, InterruptedException {
        for (int turn = 0; ; turn++) {
            if (turn % SIZE_EVERY == 0) {
                int[] now = Keyboard.size();
                size = now == null ? USUAL_SIZE : now;
            }
            if (!look() || out.checkError()) {
                return;
            }
            draw();
            long until = System.nanoTime() + periodMs * 1_000_000;
            while (System.nanoTime() < until) {
                int key = keys.read();
                if (key == Keyboard.NONE) {
                    Thread.sleep(Math.min(KEY_MS, periodMs));
                } else if (key == 'q') {
                    return;
                } else {
                    take(key);
                    draw();
                }
            }
        }
    }

    /** Without a terminal. */
    private void follow() throws InterruptedException {
        while (look() && !out.checkError()) {
            for (JobLook each : looks) {
                out.println(each.heading());
                TextTable.lines(sorted(each)).forEach(out::println);
            }
            if (looks.isEmpty()) {
                return;
            }
            out.println();
            Thread.sleep(periodMs);
        }
    }

    /** Looks at all jobs; where all are shown, at new ones too. False once the job that was asked for has ended. */
    private boolean look() {
        for (Iterator<JobLook> each = looks.iterator(); each.hasNext(); ) {
            JobLook one = each.next();
            if (!one.look()) {
                each.remove();
                one.close();
                alone = alone == one ? null : alone;
            }
        }
        if (job == null) {
            for (RunningJob found : RunningJob.all(place == null ? RunningJob.place() : place)) {
                boolean isKnown =
                        looks.stream().anyMatch(known -> known.job().session().equals(found.session()));
                if (isKnown) {
                    found.close();
                } else {
                    JobLook added = new JobLook(found);
                    looks.add(added);
                    added.look();
                }
            }
        }
        return job == null || !looks.isEmpty();
    }

    private List<Row> sorted(JobLook of) {
        List<Row> rows = of.rows();
        Comparator<Row> order = sort.order();
        rows.sort(reverse ? Collections.reverseOrder(order) : order);
        return rows;
    }

    private void take(int key) {
        switch (key) {
            case Keyboard.UP, 'k' -> chosen--;
            case Keyboard.DOWN, 'j' -> chosen++;
            case Keyboard.BACK -> alone = null;
            case '\n', '\r' -> choose();
            case 's' -> sort = Column.values()[(sort.ordinal() + 1) % Column.values().length];
            case 'n' -> sort = Column.RANK;
            case 'w' -> sort = Column.WAITING;
            case 'm' -> sort = Column.SENT;
            case 'b' -> sort = Column.SENT_BYTES;
            case 'u' -> sort = Column.UNEXPECTED;
            case 'c' -> sort = Column.CPU;
            case 'M' -> sort = Column.MEMORY;
            case 'r' -> reverse = !reverse;
            default -> {
                // No key of ours.
            }
        }
    }

    private void choose() {
        int at = 0;
        for (JobLook each : looks) {
            for (Row row : sorted(each)) {
                if (at++ == chosen) {
                    alone = each;
                    alonePlace = row.place();
                }
            }
        }
    }

    private void draw() {
        List<String> lines = new ArrayList<>();
        int marked = alone == null ? drawAll(lines) : drawOne(lines);
        // The marked line stays in sight; the last line of the screen has the keys.
        int height = size[0] - 1;
        int first = Math.max(0, Math.min(marked - height / 2, lines.size() - height));
        StringBuilder text = new StringBuilder(HOME);
        for (int i = first; i < Math.min(lines.size(), first + height); i++) {
            String line = cut(lines.get(i));
            text.append(i == marked && alone == null ? INVERSE + line + PLAIN : line)
                    .append(REST_OF_LINE)
                    .append("\r\n");
        }
        text.append(REST_OF_SCREEN).append("\033[").append(size[0]).append(";1H");
        text.append(cut(alone == null ? KEYS : KEYS_OF_RANK)).append(REST_OF_LINE);
        out.print(text);
        out.flush();
    }

    /** Also without what a terminal would take for commands. */
    private String cut(String line) {
        String printable = line.replaceAll("\\p{Cntrl}", " ");
        return printable.length() <= size[1] ? printable : printable.substring(0, size[1]);
    }

    /** Returns the index of the chosen line. */
    private int drawAll(List<String> lines) {
        int all = looks.stream().mapToInt(each -> each.rows().size()).sum();
        chosen = Math.clamp(chosen, 0, Math.max(0, all - 1));
        int marked = 0;
        int before = 0;
        lines.add("sorted by " + sort.title() + (reverse ? ", the other way round" : ""));
        for (JobLook each : looks) {
            List<Row> rows = sorted(each);
            lines.add(each.heading());
            if (chosen >= before && chosen < before + rows.size()) {
                marked = lines.size() + 1 + chosen - before;
            }
            before += rows.size();
            lines.addAll(TextTable.lines(rows, size[1]));
            lines.add("");
        }
        if (looks.isEmpty()) {
            lines.add("no job of yours runs on this host");
        }
        return marked;
    }

    private int drawOne(List<String> lines) {
        Row row = alone.rows().get(alonePlace);
        lines.add(alone.heading());
        lines.addAll(TextTable.lines(List.of(row), size[1]));
        lines.add("");
        if (!row.what().isEmpty()) {
            for (int at = 0; at < row.what().length(); at += size[1]) {
                lines.add(row.what().substring(at, Math.min(row.what().length(), at + size[1])));
            }
            lines.add("");
        }
        Traffic total = row.traffic();
        lines.add("so far: " + total.sent() + " messages sent with " + total.sentBytes() + " bytes, " + total.received()
                + " received with " + total.receivedBytes() + ", " + row.collectiveCalls() + " collective calls");
        lines.addAll(TextTable.peers(row.rank(), alone.peers(alonePlace)));
        return 0;
    }
}
