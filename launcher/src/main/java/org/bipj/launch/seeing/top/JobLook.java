package org.bipj.launch.seeing.top;

import java.util.ArrayList;
import java.util.List;
import org.bipj.core.job.Traffic;
import org.bipj.core.nic.PortException;
import org.bipj.core.report.WaitReport;
import org.bipj.shm.board.Board;
import org.bipj.shm.figures.JobDescription;
import org.bipj.shm.figures.ProcessStat;
import org.bipj.shm.figures.RankFigures;
import org.bipj.shm.figures.RankView;
import org.bipj.shm.figures.RunningJob;

/** A job that is looked at again and again: what has happened between two looks. */
final class JobLook implements AutoCloseable {
    private static final double NS_PER_S = 1e9;
    private static final double MS_PER_S = 1e3;
    /** Two pages that are less apart give no rates. */
    private static final long LEAST_NS = 50_000_000;

    private final RunningJob job;
    private final boolean isShared;
    /** By place: the last two pages that differ, and what the system said of the process then. */
    private final Seen[] before;

    private final Seen[] last;
    private ProcessStat shared;
    private double sharedCpu = Double.NaN;
    private long sharedNs;
    private List<RankView> ranks = List.of();

    private record Seen(RankFigures figures, ProcessStat process, long atNs) {}

    JobLook(RunningJob job) {
        this.job = job;
        isShared = !job.description().mode().equals(JobDescription.PROCESSES);
        before = new Seen[job.description().ranks().size()];
        last = new Seen[before.length];
    }

    RunningJob job() {
        return job;
    }

    /** What the user calls the job: the number of its launcher. */
    String name() {
        return Long.toString(job.description().launcher());
    }

    /**
     * Looks, and has the ranks go on to say what they do.
     *
     * @return false if the job is over
     */
    boolean look() {
        try {
            if (job.isThere()) {
                lookNow();
                return true;
            }
        } catch (PortException e) {
            if (job.isThere()) {
                throw e;
            }
        }
        return false;
    }

    private void lookNow() {
        job.watch();
        long now = System.nanoTime();
        ranks = job.ranks();
        for (int place = 0; place < ranks.size(); place++) {
            RankView rank = ranks.get(place);
            RankFigures figures = rank.figures();
            boolean isNew = figures != null
                    && (last[place] == null || figures.timeNs() - last[place].figures.timeNs() >= LEAST_NS);
            if (isNew) {
                before[place] = last[place];
                last[place] = new Seen(figures, rank.process(), now);
            }
        }
        if (isShared) {
            lookAtShared(now);
        }
    }

    private void lookAtShared(long now) {
        ProcessStat stat = ranks.stream()
                .map(RankView::process)
                .filter(each -> each != null)
                .findFirst()
                .orElse(null);
        if (stat != null && shared != null && now > sharedNs) {
            sharedCpu = (double) (stat.cpuNs() - shared.cpuNs()) / (now - sharedNs);
        }
        shared = stat;
        sharedNs = now;
    }

    /** True once each rank that can say what it does has said it twice. */
    boolean isComplete() {
        for (int place = 0; place < ranks.size(); place++) {
            RankView rank = ranks.get(place);
            boolean isSilent =
                    !isShared && (rank.process() == null || rank.process().hasEnded());
            if (!isSilent && before[place] == null) {
                return false;
            }
        }
        return true;
    }

    /** What the ranks do, by place. */
    List<Row> rows() {
        List<Row> rows = new ArrayList<>();
        long now = System.nanoTime();
        for (int place = 0; place < ranks.size(); place++) {
            rows.add(row(place, ranks.get(place), now));
        }
        return rows;
    }

    private Row row(int place, RankView rank, long now) {
        RankFigures figures = rank.figures();
        Seen to = last[place];
        Seen from = before[place];
        double seconds = from == null ? Double.NaN : (to.figures.timeNs() - from.figures.timeNs()) / NS_PER_S;
        boolean runs = figures != null && isRunning(rank);
        boolean isTimed = runs && figures.sinceNs() != 0;
        // A rank that waits, and has had no processor to say since when, has not counted that either.
        boolean isUncounted = runs && !isTimed && figures.activity() == RankFigures.Activity.WAITS;
        return new Row(
                rank.rank(),
                place,
                rank.pid(),
                state(rank),
                runs ? figures.call() : "",
                runs ? figures.waitsFor() : "",
                runs ? figures.place() : "",
                rank.reason().lines().findFirst().orElse(""),
                isTimed ? (now - figures.sinceNs()) / NS_PER_S : Double.NaN,
                from == null ? Row.Rates.UNKNOWN : rates(from.figures, to.figures, seconds),
                figures == null ? new Traffic() : figures.traffic(),
                figures == null ? 0 : figures.collectiveCalls(),
                isUncounted ? Double.NaN : waiting(from, to, seconds),
                figures == null || figures.unexpected() < 0 ? Double.NaN : figures.unexpected(),
                isShared ? Double.NaN : memory(rank.process()),
                isShared ? Double.NaN : cpu(from, to),
                isShared || rank.process() == null ? -1 : rank.process().processor(),
                figures == null ? Double.NaN : Math.max(0, now - figures.timeNs()) / NS_PER_S,
                figures == null || figures.virtualNs() < 0 ? Double.NaN : figures.virtualNs() / NS_PER_S);
    }

    /** A process that has ended has none. */
    static double memory(ProcessStat process) {
        return process == null || process.rssBytes() < 0 ? Double.NaN : process.rssBytes();
    }

    private boolean isRunning(RankView rank) {
        return rank.state() == Board.STARTED && !isGone(rank);
    }

    /** True for a rank that had a process, which has ended. */
    private static boolean isGone(RankView rank) {
        return rank.pid() != 0 && (rank.process() == null || rank.process().hasEnded());
    }

    private static String state(RankView rank) {
        RankFigures figures = rank.figures();
        if (rank.state() == Board.DEAD) {
            return "died";
        }
        if (isGone(rank)) {
            return rank.state() == Board.STARTED ? "died" : rank.state() == Board.ABORTED ? "aborted" : "ended";
        }
        if (rank.process() != null && Character.toUpperCase(rank.process().state()) == 'T') {
            return "stopped";
        }
        boolean isOver = figures != null && figures.activity() == RankFigures.Activity.ENDED;
        return switch (rank.state()) {
            case Board.ABSENT -> isOver ? "ended" : "starts";
            case Board.FINISHED -> isOver ? "ended" : "finalized";
            case Board.ABORTED -> "aborted";
            default -> figures == null ? "runs" : activity(figures.activity());
        };
    }

    private static String activity(RankFigures.Activity activity) {
        return switch (activity) {
            case COMPUTES -> "computes";
            case WAITS -> "waits";
            case CALLS -> "calls";
            case WAITS_ELSEWHERE -> "outside";
            case ENDED -> "ended";
        };
    }

    private static Row.Rates rates(RankFigures from, RankFigures to, double seconds) {
        return new Row.Rates(
                rate(from.traffic().sent(), to.traffic().sent(), seconds),
                rate(from.traffic().sentBytes(), to.traffic().sentBytes(), seconds),
                rate(from.traffic().received(), to.traffic().received(), seconds),
                rate(from.traffic().receivedBytes(), to.traffic().receivedBytes(), seconds),
                rate(from.collectiveCalls(), to.collectiveCalls(), seconds));
    }

    private static double rate(long from, long to, double seconds) {
        return Math.max(0, to - from) / seconds;
    }

    private static double waiting(Seen from, Seen to, double seconds) {
        return from == null || from.figures.idleNs() < 0 || to.figures.idleNs() < 0
                ? Double.NaN
                : Math.clamp((to.figures.idleNs() - from.figures.idleNs()) / NS_PER_S / seconds, 0, 1);
    }

    private static double cpu(Seen from, Seen to) {
        return from == null || from.process == null || to.process == null
                ? Double.NaN
                : (double) (to.process.cpuNs() - from.process.cpuNs()) / (to.atNs - from.atNs);
    }

    /** The job in a line. */
    String heading() {
        JobDescription about = job.description();
        int here = about.ranks().size();
        StringBuilder text = new StringBuilder("job ").append(name());
        int number = job.number();
        text.append(number == 0 ? "" : ", job " + number + " of it").append(": ");
        if (here == about.size()) {
            text.append(here).append(here == 1 ? " rank" : " ranks");
        } else {
            text.append(WaitReport.ranks(about.ranks()))
                    .append(" of ")
                    .append(about.size())
                    .append(" (the others are on other hosts)");
        }
        if (isShared) {
            text.append(about.mode().equals("sim") ? ", simulated" : ", threads");
            ranks.stream()
                    .mapToLong(RankView::pid)
                    .filter(pid -> pid != 0)
                    .findFirst()
                    .ifPresent(pid -> text.append(" of process ")
                            .append(pid)
                            .append(" (memory ")
                            .append(Words.number(memory(shared)))
                            .append(", processor ")
                            .append(Words.percent(sharedCpu))
                            .append(')'));
        } else {
            text.append(", processes");
        }
        double age = (System.currentTimeMillis() - about.startedMs()) / MS_PER_S;
        return text.append(", for ")
                .append(Words.seconds(age))
                .append(job.isUnwatched() ? ", deadlocks are not looked for (it waits for or has another job)" : "")
                .append(": ")
                .append(about.command())
                .toString();
    }

    /** The messages exchanged with each rank by that of a place; empty until it has said so. */
    List<Traffic> peers(int place) {
        return job.peers(place);
    }

    @Override
    public void close() {
        job.close();
    }
}
