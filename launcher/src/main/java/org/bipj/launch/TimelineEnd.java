package org.bipj.launch;

import java.io.IOException;
import java.nio.file.Path;
import org.bipj.launch.command.Options;
import org.bipj.launch.system.FileErrors;
import org.bipj.launch.system.OwnProcess;
import org.bipj.launch.timeline.TimelineFolder;

/** What {@code --timeline} does when the job has ended. */
final class TimelineEnd {
    private final TimelineFolder folder;
    private final Path file;
    private final String about;
    private boolean isWritten;

    TimelineEnd(TimelineFolder folder, Options options) {
        this.folder = folder;
        file = options.timeline();
        about = options.mode().name().toLowerCase(java.util.Locale.ROOT) + "\t" + options.ranks();
    }

    /** Writes the file, once. */
    synchronized void write() {
        if (isWritten) {
            return;
        }
        isWritten = true;
        try {
            folder.collect(file, about);
            say("bipj view " + file + " shows it");
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
