package org.bipj.launch;

import java.io.IOException;
import java.nio.file.Path;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.bipj.core.machine.ThisHost;
import org.bipj.launch.mpirun.command.Help;
import org.bipj.launch.mpirun.command.HostPlan;
import org.bipj.launch.mpirun.command.Options;
import org.bipj.launch.mpirun.command.ProgramOptions;
import org.bipj.launch.seeing.timeline.JobFacts;
import org.bipj.launch.seeing.timeline.TimelineFolder;
import org.bipj.launch.seeing.view.ChromeExport;
import org.bipj.launch.seeing.view.JobTimeline;
import org.bipj.launch.seeing.view.TimelineReport;
import org.bipj.launch.support.FileReasons;
import org.bipj.launch.support.OwnProcess;

/** What {@code --timeline}, {@code --report} and {@code --trace} do with what ranks have recorded, when the job has ended. */
final class TimelineEnd {
    private final TimelineFolder folder;
    private final String mode;
    private final Map<String, String> words;
    private final int ranks;
    /** The file of the timeline; null: it is not kept. */
    private final Path file;
    /** A trace that gets the calls; null: none. */
    private final Path trace;

    private final boolean reports;
    private boolean isWritten;
    /** Something could not be written. */
    private boolean isLost;

    TimelineEnd(TimelineFolder folder, Options options) {
        this.folder = folder;
        mode = options.mode().name().toLowerCase(Locale.ROOT);
        ranks = options.ranks();
        words = Map.of(
                "command", options.describe(ProgramOptions::command),
                "options", options.describe(ProgramOptions::optionWords),
                "date",
                        ZonedDateTime.now()
                                .truncatedTo(ChronoUnit.SECONDS)
                                .format(DateTimeFormatter.ISO_OFFSET_DATE_TIME),
                "hosts",
                        options.hosts() == null
                                ? ThisHost.NAME
                                : options.hosts().hosts().stream()
                                        .map(HostPlan.Host::name)
                                        .collect(Collectors.joining(", ")),
                "version", Help.version());
        file = options.timeline();
        trace = options.tracedCalls();
        reports = options.report();
    }

    /** Something that is made of the timeline. */
    private interface Use {
        void make() throws IOException;
    }

    /** Writes and prints it, once. */
    synchronized void write() {
        if (isWritten) {
            return;
        }
        isWritten = true;
        if (file != null || trace != null || reports) {
            folder.awaitOthers();
        }
        // In virtual time only ranks know when it was over.
        long over = mode.equals("sim") ? Long.MIN_VALUE : System.nanoTime();
        try {
            if (file != null) {
                use("timeline", file, () -> keep(over));
            }
            if (trace != null) {
                use("trace", trace, () -> addToTrace(over));
            }
            if (reports) {
                use(
                        "report",
                        folder.folder(),
                        () -> TimelineReport.of(read(over)).forEach(line -> say("report", line)));
            }
        } finally {
            folder.close();
        }
    }

    /** The exit code of a command whose job has ended with one: 1 where that is 0, and something could not be written. */
    int exitCode(int ofJob) {
        return ofJob == 0 && isLost ? 1 : ofJob;
    }

    private void use(String name, Path of, Use body) {
        try {
            body.make();
        } catch (IOException e) {
            isLost = true;
            say(name, "cannot write " + of + ": " + FileReasons.why(e));
        }
    }

    private JobFacts facts(long over) {
        return new JobFacts(mode, ranks, over, words);
    }

    private JobTimeline read(long over) throws IOException {
        return JobTimeline.read(facts(over), folder.folder());
    }

    private void keep(long over) throws IOException {
        boolean isForViewers = file.toString().endsWith(".json");
        String left = "";
        String lost = "";
        if (isForViewers) {
            left = ChromeExport.write(read(over), file);
        } else {
            String why = folder.collect(file, facts(over).line());
            lost = why.isEmpty() ? "" : file + " ends early: " + why;
        }
        int recorded = folder.recorded(ranks);
        String missing =
                recorded == ranks ? "" : "; " + (ranks - recorded) + " of " + ranks + " ranks were not recorded";
        String use = isForViewers
                ? file + " is for Perfetto, the Chrome trace viewer or bipj view"
                : "bipj view " + file + " shows it";
        say("timeline", recorded == 0 ? "no rank was recorded" : use + missing + (left.isEmpty() ? "" : "; " + left));
        int without = folder.withoutRoom();
        lost += (lost.isEmpty() || without == 0 ? "" : "; ")
                + (without == 0
                        ? ""
                        : "there was no room for all records of " + without + " ranks in " + folder.folder());
        if (!lost.isEmpty()) {
            isLost = true;
            say("timeline", "THE RECORDING IS NOT COMPLETE: " + lost);
        }
    }

    private void addToTrace(long over) throws IOException {
        String missing = ChromeExport.addTo(read(over), trace);
        if (!missing.isEmpty()) {
            say("trace", "of the calls " + missing);
        }
    }

    private static void say(String name, String what) {
        OwnProcess.current().err().println("mpirun: " + name + ": " + what);
    }
}
