package org.bipj.core.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.stream.Collectors;

/**
 * Ranks that wait, as text. Ranks at the same place of their programs come together: a line for each thing that is
 * waited for, with the ranks that wait for it, and then the place, once.
 *
 * <pre>
 * rank 0 waits in mpi.Comm.recv for a message from rank 1 with tag 7 in MPI_COMM_WORLD, for 5.1 s
 * ranks 1..63 wait in mpi.Comm.recv for a message from rank 0 with tag 7 in MPI_COMM_WORLD, for 5.0 to 5.3 s
 *         at Program.exchange(Program.java:12)
 *         at Program.main(Program.java:5)
 * </pre>
 *
 * <p>Where ranks wait for each other in different collective calls, this comes first.
 *
 * @param since the word before the time: "since" a moment, or "for" a duration
 * @param decimals of the time
 * @param unit of the time
 * @param job before the number of each rank: empty, or the job's number and a dot
 */
public record WaitReport(String since, int decimals, String unit, String job) {
    /** Lines of one place; in a ring of a thousand ranks each waits for another one. */
    private static final int LINES = 16;

    /** Of the ranks of a job that is the only one. */
    public WaitReport(String since, int decimals, String unit) {
        this(since, decimals, unit, "");
    }

    /** The same words for the ranks of a job of several. */
    public WaitReport ofJob(int number) {
        return new WaitReport(since, decimals, unit, number + ".");
    }

    /** Where ranks of several jobs wait for each other in different collective calls: a line for each such call. */
    public static String differentCalls(Map<WaitReport, List<Waiter>> all) {
        Map<String, Waiter> byName = new LinkedHashMap<>();
        all.forEach((report, waiters) -> waiters.forEach(waiter -> byName.put(report.job + waiter.rank(), waiter)));
        return DifferentCalls.of(byName);
    }

    /** The report of these ranks, in lines. */
    public String of(List<Waiter> all) {
        return differentCalls(Map.of(this, all)) + places(all);
    }

    /** As {@link #of}, without a look at the ranks' calls. */
    public String places(List<Waiter> all) {
        Map<String, List<Waiter>> places = new LinkedHashMap<>();
        for (Waiter waiter : all) {
            places.computeIfAbsent(waiter.call() + waiter.place(), at -> new ArrayList<>())
                    .add(waiter);
        }
        StringBuilder text = new StringBuilder();
        places.values().forEach(waiters -> appendPlace(text, waiters));
        return text.toString();
    }

    private void appendPlace(StringBuilder text, List<Waiter> waiters) {
        Map<String, List<Waiter>> wants = new LinkedHashMap<>();
        for (Waiter waiter : waiters) {
            String thread = waiter.thread() == null ? "" : waiter.thread();
            wants.computeIfAbsent(thread + '\n' + waiter.waitsFor(), want -> new ArrayList<>())
                    .add(waiter);
        }
        int lines = 0;
        int left = waiters.size();
        for (List<Waiter> same : wants.values()) {
            if (lines++ == LINES) {
                text.append(left).append(" more ranks wait there, for other things");
                text.append(System.lineSeparator());
                break;
            }
            left -= same.size();
            appendLine(text, same);
        }
        text.append(waiters.getFirst().place());
    }

    private void appendLine(StringBuilder text, List<Waiter> same) {
        Waiter one = same.getFirst();
        text.append(named(same.stream().map(Waiter::rank).toList()))
                .append(one.thread() == null ? "" : ", thread \"" + one.thread() + "\",")
                .append(same.size() == 1 ? " waits in " : " wait in ")
                .append(one.call());
        if (one.waitsFor() == null) {
            text.append(", polling");
        } else if (!one.waitsFor().isEmpty()) {
            text.append(" for ").append(one.waitsFor());
        }
        double from = same.stream().mapToDouble(Waiter::since).min().orElseThrow();
        double to = same.stream().mapToDouble(Waiter::since).max().orElseThrow();
        if (!Double.isNaN(from)) {
            String first = number(from);
            String last = number(to);
            text.append(", ")
                    .append(one.waitsFor() == null ? "at" : since)
                    .append(' ')
                    .append(first);
            text.append(last.equals(first) ? "" : " to " + last).append(' ').append(unit);
        }
        text.append(System.lineSeparator());
    }

    private String number(double time) {
        return String.format(Locale.ROOT, "%." + decimals + "f", time);
    }

    /** Ranks in ascending order, such as {@code ranks 0, 3..7}. */
    public static String ranks(List<Integer> numbers) {
        return (numbers.size() == 1 ? "rank " : "ranks ") + ranges("", numbers);
    }

    /** Numbers in ascending order, as {@link #ranks(List)} has them. */
    public static String numbers(List<Integer> numbers) {
        return ranges("", numbers);
    }

    /** As {@link #ranks(List)}, of the job that this report is about. */
    public String named(List<Integer> numbers) {
        return (numbers.size() == 1 ? "rank " : "ranks ") + ranges(job, numbers);
    }

    /**
     * Processes of several jobs in an order that all of these find, such as {@code ranks 0.1, 1.0..1.3}; as {@link #ranks(List)} where all
     * are of the job, and that is the first one of its launcher.
     *
     * @param names of the job, by numbers, as {@link org.bipj.core.job.Job#named} has them
     * @param numbers by which the job names them
     */
    public static String ranks(IntFunction<String> names, int... numbers) {
        Map<String, List<Integer>> byJob = new TreeMap<>();
        for (int number : numbers) {
            String name = names.apply(number);
            int dot = name.lastIndexOf('.');
            byJob.computeIfAbsent(name.substring(0, dot + 1), any -> new ArrayList<>())
                    .add(Integer.valueOf(name.substring(dot + 1)));
        }
        if (byJob.size() > 1 && byJob.containsKey("")) {
            List<Integer> own = byJob.remove("");
            byJob.computeIfAbsent("0.", any -> new ArrayList<>()).addAll(own);
        }
        String all = byJob.entrySet().stream()
                .map(one ->
                        ranges(one.getKey(), one.getValue().stream().sorted().toList()))
                .collect(Collectors.joining(", "));
        return (numbers.length == 1 ? "rank " : "ranks ") + all;
    }

    private static String ranges(String job, List<Integer> numbers) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < numbers.size(); ) {
            int first = numbers.get(i);
            int last = first;
            for (i++; i < numbers.size() && numbers.get(i) == last + 1; i++) {
                last++;
            }
            text.append(text.isEmpty() ? "" : ", ").append(job).append(first);
            if (last > first) {
                text.append(last == first + 1 ? ", " : "..").append(job).append(last);
            }
        }
        return text.toString();
    }
}
