package org.bipj.launch;

import java.util.Arrays;
import org.bipj.core.machine.RequiredJava;
import org.bipj.launch.hosted.loader.MainMethod;

/**
 * Runs a program as {@code java} would, and says in one sentence where Java is too old for it: for launchers that take the {@code java}
 * of a node, {@code mpiexec -n 4 java -cp bipj-all.jar:classes org.bipj.launch.Program Main ARGS...}. The program's classes
 * themselves would end with the number of their format.
 *
 * <p>Compiled for Java 8, see the parent pom.
 */
public final class Program {
    private Program() {}

    /**
     * Runs a program.
     *
     * @param words the name of its main class, and its arguments
     * @throws Throwable what the program throws
     */
    public static void main(String[] words) throws Throwable {
        RequiredJava.orExit();
        if (words.length == 0) {
            System.err.println("Usage: java -cp CLASSPATH " + Program.class.getName() + " MAINCLASS [ARGS...]");
            System.exit(2);
        }
        Class<?> program;
        try {
            program = Class.forName(words[0]);
        } catch (ClassNotFoundException e) {
            System.err.println("bipj: class " + words[0] + " is not on the class path");
            System.exit(1);
            return;
        }
        MainMethod.run(program, Arrays.copyOfRange(words, 1, words.length));
    }
}
