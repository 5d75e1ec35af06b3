package org.bipj.testkit;

import java.io.IOException;

/** Programs of the system that tests need. */
public final class Command {
    private Command() {}

    /** Runs a program and drops its output. Returns its exit code; -1 if the program does not exist. */
    public static int run(String... words) throws InterruptedException {
        try {
            return new ProcessBuilder(words)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start()
                    .waitFor();
        } catch (IOException e) {
            return -1;
        }
    }
}
