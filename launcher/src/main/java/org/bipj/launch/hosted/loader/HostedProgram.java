package org.bipj.launch.hosted.loader;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.bipj.core.job.Application;

/**
 * A program whose ranks share their JVM with others.
 *
 * @param application its number and its ranks
 * @param classPath where the program's classes are, those of its modules aside
 * @param modulePath where the program's modules are
 * @param main the program's main class; {@code MODULE/CLASS} where it is in a module
 * @param arguments the program's arguments
 * @param service the job does not wait for the end of the program's ranks
 * @param settings what it has of its own beside other programs
 */
public record HostedProgram(
        Application application,
        String classPath,
        String modulePath,
        String main,
        List<String> arguments,
        boolean service,
        ProgramSettings settings) {
    /** A program for whose end the job waits. */
    public HostedProgram(
            Application application, String classPath, String modulePath, String main, List<String> arguments) {
        this(application, classPath, modulePath, main, arguments, false, ProgramSettings.NONE);
    }

    /** The same program with settings of its own. */
    public HostedProgram with(ProgramSettings own) {
        return new HostedProgram(application, classPath, modulePath, main, arguments, service, own);
    }

    /** The program as words, the number of the arguments among them. */
    public List<String> words() {
        List<String> words = new ArrayList<>();
        words.add(Integer.toString(application.ranks()));
        words.addAll(List.of(application.command(), classPath, modulePath, main, Boolean.toString(service)));
        words.add(Integer.toString(arguments.size()));
        words.addAll(arguments);
        words.addAll(settings.words());
        return words;
    }

    /**
     * From words.
     *
     * @param number the program's, among those of the job
     */
    public static HostedProgram of(int number, Iterator<String> words) {
        int ranks = Integer.parseInt(words.next());
        Application application = new Application(number, ranks, words.next());
        String classPath = words.next();
        String modulePath = words.next();
        String main = words.next();
        boolean service = Boolean.parseBoolean(words.next());
        List<String> arguments = new ArrayList<>();
        for (int i = Integer.parseInt(words.next()); i > 0; i--) {
            arguments.add(words.next());
        }
        return new HostedProgram(
                application, classPath, modulePath, main, arguments, service, ProgramSettings.of(words));
    }
}
