package org.bipj.shm.memory;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.NoSuchElementException;
import java.util.StringTokenizer;
import org.bipj.core.machine.HostSystem;

/** The user that this process works for. */
final class Self {
    private static final Path PROCESS = HostSystem.file("/proc/self");
    private static final String USERS = "\nUid:";

    private Self() {}

    /**
     * True if files of this process belong to a user. Where the system does not say, mode 0700 suffices: only its owner
     * (and root) can open a directory that has it.
     */
    static boolean isUser(int uid) {
        try {
            // The quick check fails where a process has privileges of its own: its files in /proc then belong to root.
            return Files.getAttribute(PROCESS, "unix:uid").equals(uid) || effectiveUser() == uid;
        } catch (IOException | NumberFormatException | NoSuchElementException e) {
            return true;
        }
    }

    private static int effectiveUser() throws IOException {
        String status = Files.readString(PROCESS.resolve("status"));
        StringTokenizer users = new StringTokenizer(status.substring(status.indexOf(USERS) + USERS.length()));
        // The real one comes first.
        users.nextToken();
        return Integer.parseInt(users.nextToken());
    }
}
