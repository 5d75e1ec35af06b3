package org.bipj.launch.seeing.top;

import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.bipj.core.machine.HostSystem;

/** The terminal of this process, from which single keys are read without an echo. Closing it makes it what it was. */
final class Keyboard implements AutoCloseable {
    private static final File TERMINAL = HostSystem.file("/dev/tty").toFile();
    private static final long STTY_S = 2;
    private static final int ESCAPE = 27;

    /** Keys that are no characters. */
    static final int UP = -1;

    static final int DOWN = -2;
    static final int BACK = -3;
    static final int NONE = -4;

    private final InputStream in;
    private final String before;

    private Keyboard(InputStream in, String before) {
        this.in = in;
        this.before = before;
    }

    /** Null where there is no terminal, or nothing that sets one. */
    static Keyboard open() {
        String before = stty(List.of("-g"));
        if (before == null || stty(List.of("-icanon", "-echo", "min", "1")) == null) {
            return null;
        }
        try {
            return new Keyboard(new FileInputStream(TERMINAL), before);
        } catch (IOException e) {
            stty(List.of(before));
            return null;
        }
    }

    /** Lines and columns of the terminal; null: not known. */
    static int[] size() {
        String size = stty(List.of("size"));
        if (size == null || !size.matches("[0-9]{1,5} [0-9]{1,5}")) {
            return null;
        }
        String[] both = size.split(" ");
        int lines = Integer.parseInt(both[0]);
        int columns = Integer.parseInt(both[1]);
        return lines == 0 || columns == 0 ? null : new int[] {lines, columns};
    }

    private static String stty(List<String> words) {
        List<String> command = new ArrayList<>(HostSystem.program("/bin/stty", "/usr/bin/stty"));
        command.addAll(words);
        try {
            Process process = new ProcessBuilder(command)
                    .redirectInput(TERMINAL)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            return process.waitFor(STTY_S, TimeUnit.SECONDS) && process.exitValue() == 0 ? text : null;
        } catch (IOException e) {
            return null;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return null;
        }
    }

    /** The next key; {@link #NONE} if none has been pressed. Does not wait. */
    int read() throws IOException {
        if (in.available() == 0) {
            return NONE;
        }
        int key = in.read();
        if (key != ESCAPE) {
            return key == '\b' || key == 127 ? BACK : key;
        }
        if (in.available() == 0) {
            return BACK;
        }
        // An arrow is ESC [ A or ESC O A.
        in.read();
        return switch (in.available() == 0 ? 0 : in.read()) {
            case 'A' -> UP;
            case 'B' -> DOWN;
            case 'D' -> BACK;
            case 'C' -> '\n';
            default -> NONE;
        };
    }

    @Override
    public void close() {
        stty(List.of(before));
        try {
            in.close();
        } catch (IOException e) {
            // It was only read.
        }
    }
}
