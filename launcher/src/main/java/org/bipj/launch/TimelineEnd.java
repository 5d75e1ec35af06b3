package org.bipj.launch;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import org.bipj.launch.command.Options;
import org.bipj.launch.system.FileErrors;
import org.bipj.launch.system.OwnProcess;
import org.bipj.launch.timeline.TimelineFolder;
import org.bipj.launch.view.ChromeExport;
import org.bipj.launch.view.Recording;

/** What {@code --timeline} does when the job has ended. */
final class TimelineEnd {
    private final TimelineFolder folder;
    private final Path file;
    private final String mode;
    private final int ranks;
    private boolean isWritten;

    TimelineEnd(TimelineFolder folder, Options options) {
        this.folder = folder;
        file = options.timeline();
        mode = options.mode().name().toLowerCase(Locale.ROOT);
        ranks = options.ranks();
    }

    /** Writes the file, once. */
    synchronized void write() {
        if (isWritten) {
            return;
        }
        isWritten = true;
        try {
            if (file.toString().endsWith(".json")) {
                Recording recording = Recording.read(mode, ranks, folder.folder());
                String missing = ChromeExport.write(recording, file);
                say(file + " is for Perfetto, the Chrome trace viewer or bipj view"
                        + (missing.isEmpty() ? "" : "; " + missing));
            } else {
                // In virtual time only ranks know when it was over.
                folder.collect(file, mode + "\t" + ranks + (mode.equals("sim") ? "" : "\t" + System.nanoTime()));
                say("bipj view " + file + " shows it");
            }
        } catch (IOException e) {
            say("cannot write " + file + ": " + FileErrors.why(e));
        } finally {
            folder.close();
        }
    }

    private static void say(String what) {
        OwnProcess.current().err().println("mpirun: timeline: " + what);
    }
}
