package org.bipj.launch.seeing.top;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.bipj.core.nic.PortException;
import org.bipj.shm.figures.RunningJob;

/** {@code bipj top}: what the ranks of running jobs do. */
public final class TopCommand {
    private static final int USAGE = 2;
    private static final int LONGEST_S = 3600;
    private static final long MS_PER_S = 1000;

    /** How often to look for the second page of each rank, and how long. */
    private static final long LOOK_MS = 100;

    private static final long PATIENCE_MS = 3000;

    private String job;
    private boolean once;
    private boolean csv;
    private double intervalS = 1;

    private final Path place;

    private TopCommand(Path place) {
        this.place = place;
    }

    /**
     * Shows jobs, and exits.
     *
     * @param args JOB, {@code --once}, {@code --csv}, {@code --interval SECONDS}
     */
    public static void main(String[] args) {
        System.exit(run(List.of(args), null, System.out, System.err));
    }

    /**
     * Shows jobs.
     *
     * @param place where sessions are; null: where this host has them
     * @return the exit code
     */
    static int run(List<String> args, Path place, PrintStream out, PrintStream err) {
        TopCommand command = new TopCommand(place);
        String wrong = command.parse(args);
        if (wrong != null) {
            err.println("bipj top: " + wrong);
            err.println("Usage: bipj top [JOB] [--once] [--csv] [--interval SECONDS]");
            return USAGE;
        }
        try {
            return command.show(out, err);
        } catch (PortException e) {
            err.println("bipj top: " + e.getMessage());
            return 1;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return 1;
        }
    }

    /** Takes the arguments; returns what is wrong with them, or null. */
    private String parse(List<String> args) {
        for (int i = 0; i < args.size(); i++) {
            String word = args.get(i);
            switch (word) {
                case "--once" -> once = true;
                case "--csv" -> csv = true;
                case "--interval", "-d" -> {
                    String value = i + 1 < args.size() ? args.get(++i) : "";
                    intervalS = value.matches("[0-9]{1,4}(\\.[0-9]{1,3})?") ? Double.parseDouble(value) : 0;
                    if (intervalS < LOOK_MS / (double) MS_PER_S || intervalS > LONGEST_S) {
                        return word + " " + value + ": expected a number of seconds from 0.1 to " + LONGEST_S;
                    }
                }
                default -> {
                    if (word.startsWith("-")) {
                        return "unknown option " + word;
                    }
                    if (job != null) {
                        return "two jobs, " + job + " and " + word + "; expected one, or none for all";
                    }
                    if (!JobFinder.isName(word)) {
                        return "JOB " + word + ": expected the process id of its mpirun, or the first 6 or more"
                                + " digits of its session's name; bipj top lists them";
                    }
                    job = word;
                }
            }
        }
        return null;
    }

    private int show(PrintStream out, PrintStream err) throws InterruptedException {
        if (once) {
            return showOnce(out, err);
        }
        return csv ? stream(out, err) : new Screen(place, job, (long) (intervalS * MS_PER_S), out).run();
    }

    private int showOnce(PrintStream out, PrintStream err) throws InterruptedException {
        List<JobLook> jobs = open(place, job);
        try {
            if (jobs.isEmpty()) {
                err.println("bipj top: no job of yours runs on this host");
            }
            long begin = System.nanoTime();
            jobs.forEach(JobLook::look);
            while (!jobs.stream().allMatch(JobLook::isComplete)
                    && System.nanoTime() - begin < PATIENCE_MS * 1_000_000) {
                Thread.sleep(LOOK_MS);
                jobs.forEach(JobLook::look);
            }
            if (csv) {
                out.println(CsvTable.TITLE);
            }
            for (JobLook look : jobs) {
                if (csv) {
                    look.rows().forEach(row -> out.println(CsvTable.line(look.name(), row)));
                } else {
                    out.println(look.heading());
                    TextTable.lines(look.rows()).forEach(out::println);
                }
            }
            out.flush();
            return 0;
        } finally {
            jobs.forEach(JobLook::close);
        }
    }

    /** Until the jobs are over. */
    private int stream(PrintStream out, PrintStream err) throws InterruptedException {
        List<JobLook> jobs = open(place, job);
        try {
            if (jobs.isEmpty()) {
                err.println("bipj top: no job of yours runs on this host");
            }
            out.println(CsvTable.TITLE);
            for (boolean any = true; any && !out.checkError(); ) {
                any = false;
                for (JobLook look : jobs) {
                    if (look.look()) {
                        any = true;
                        look.rows().forEach(row -> out.println(CsvTable.line(look.name(), row)));
                    }
                }
                Thread.sleep((long) (intervalS * MS_PER_S));
            }
            return 0;
        } finally {
            jobs.forEach(JobLook::close);
        }
    }

    /** The jobs that a word names; null: all. The place is as for {@link #run}. */
    static List<JobLook> open(Path place, String word) {
        List<JobLook> looks = new ArrayList<>();
        for (RunningJob found : JobFinder.find(place == null ? RunningJob.place() : place, word)) {
            looks.add(new JobLook(found));
        }
        return looks;
    }
}
