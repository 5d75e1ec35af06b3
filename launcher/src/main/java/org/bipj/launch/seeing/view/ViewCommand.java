package org.bipj.launch.seeing.view;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.bipj.launch.seeing.top.JobFinder;
import org.bipj.launch.seeing.top.LivePage;
import org.bipj.sim.kernel.VirtualTimeText;

/** {@code bipj view}: a recording as one HTML page, or a running job as a page that changes. */
public final class ViewCommand {
    private static final int USAGE = 2;
    private static final long PS_PER_NS = 1000;

    private ViewCommand() {}

    /**
     * Writes the page, prints what it says first, and exits.
     *
     * @param args FILE, a trace of the same run, the section of a trace, {@code -o OUT.html}, {@code --open}
     */
    public static void main(String[] args) {
        System.exit(run(List.of(args)));
    }

    static int run(List<String> args) {
        List<Path> files = new ArrayList<>();
        Path out = null;
        boolean opens = false;
        boolean isJson = false;
        ChromeReader.Section section = ChromeReader.Section.ALL;
        for (int i = 0; i < args.size(); i++) {
            String word = args.get(i);
            if (word.equals("-o") && i + 1 < args.size()) {
                out = Path.of(args.get(++i));
            } else if (word.equals("--open")) {
                opens = true;
            } else if (word.equals("--json")) {
                isJson = true;
            } else if ((word.equals("--from") || word.equals("--until")) && i + 1 < args.size()) {
                OptionalLong ps = VirtualTimeText.parse(args.get(++i));
                if (ps.isEmpty()) {
                    return usage(word + " " + args.get(i) + ": expected a time with its unit, such as 2.5ms");
                }
                long ns = ps.getAsLong() / PS_PER_NS;
                section = word.equals("--from")
                        ? new ChromeReader.Section(ns, section.until())
                        : new ChromeReader.Section(section.from(), ns);
            } else if (word.startsWith("-")) {
                return usage("unknown option " + word);
            } else {
                files.add(Path.of(word));
            }
        }
        if (files.isEmpty() || files.size() > 2) {
            return usage("expected a file, or a recording and a trace of the same simulated run");
        }
        Path file = files.getFirst();
        if (files.size() == 1 && !Files.exists(file) && JobFinder.isName(file.toString())) {
            boolean isOpened = opens;
            return LivePage.run(file.toString(), System.out, System.err, address -> {
                if (isOpened) {
                    open(address);
                }
            });
        }
        if (!section.equals(ChromeReader.Section.ALL) && files.stream().noneMatch(JobTimeline::isTrace)) {
            return usage("--from and --until choose a section of a trace (.json), and " + file
                    + " is none: its page shows any section");
        }
        Path page = out != null ? out : Path.of(file + ".html");
        try {
            JobTimeline recording = JobTimeline.read(file, section);
            if (files.size() == 2) {
                recording = recording.with(JobTimeline.read(files.getLast(), section));
            }
            if (isJson) {
                json(recording, out);
                return 0;
            }
            List<TimelineFindings.Finding> findings =
                    Page.write(recording, file.getFileName().toString(), page);
            findings.forEach(each -> System.out.println(each.text()));
            System.out.println(page + " shows it");
        } catch (IOException e) {
            System.err.println("bipj view: " + e.getMessage());
            return 1;
        }
        return opens ? open(page.toAbsolutePath().toString()) : 0;
    }

    private static void json(JobTimeline recording, Path out) throws IOException {
        String text = JobFindings.of(recording).json();
        if (out == null) {
            System.out.print(text);
        } else {
            Files.writeString(out, text);
        }
    }

    private static int usage(String what) {
        System.err.println("bipj view: " + what);
        System.err.println("Usage: bipj view FILE [TRACE.json] [--from TIME] [--until TIME] [-o OUT.html] [--open]");
        System.err.println("       bipj view FILE --json [-o OUT.json]");
        System.err.println("       bipj view JOB [--open]");
        return USAGE;
    }

    private static int open(String page) {
        for (String opener : List.of("xdg-open", "open")) {
            try {
                return new ProcessBuilder(opener, page).start().waitFor();
            } catch (IOException e) {
                // The other one.
            } catch (InterruptedException e) {
                return 1;
            }
        }
        System.err.println("bipj view: no program opens " + page + " here (xdg-open); open it in a browser");
        return 0;
    }
}
