package org.bipj.launch;

import org.bipj.core.machine.RequiredJava;

/**
 * The main class of {@code bipj-all.jar}: {@link Main}, and one sentence where Java is too old for that. Compiled for Java 8, see the
 * parent pom.
 */
public final class Start {
    private Start() {}

    /**
     * Runs a job and exits with its exit code.
     *
     * @param words the command line of {@code mpirun}
     */
    public static void main(String[] words) {
        RequiredJava.orExit();
        Main.main(words);
    }
}
