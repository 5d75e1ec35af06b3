package org.bipj.maven;

import java.io.File;
import java.io.IOException;
import java.net.JarURLConnection;
import java.net.URI;
import java.net.URL;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.maven.execution.MavenSession;
import org.apache.maven.plugin.AbstractMojo;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.toolchain.Toolchain;
import org.apache.maven.toolchain.ToolchainManager;

/**
 * Runs the project's program by {@code mpirun}: {@code mvn bipj:run}. Maven sets the fields by META-INF/maven/plugin.xml, which says what
 * they mean.
 */
public final class RunMojo extends AbstractMojo {
    /** A class of the jar that is started. It is not loaded: Maven's Java may be too old for it. */
    private static final String STARTED = "org/bipj/launch/Start.class";

    private static final Pattern WORD = Pattern.compile("(?:[^\\s\"']|\"[^\"]*\"|'[^']*')+");

    private String main;
    private String ranks;
    private String mode;
    private String options;
    private String jvm;
    private String args;
    private List<String> classPath;
    private File directory;
    private String packaging;
    private MavenSession session;
    private ToolchainManager toolchains;

    /** Called by Maven. */
    public RunMojo() {}

    @Override
    public void execute() throws MojoExecutionException, MojoFailureException {
        if (packaging.equals("pom")) {
            getLog().info("no more than a POM: nothing to run");
            return;
        }
        if (main == null) {
            throw new MojoExecutionException(
                    "no main class: expected <main> in the plugin's configuration, or -Dbipj.main=CLASS");
        }
        RankJava java = java();
        getLog().info("ranks run on " + java);
        int code;
        try {
            code = run(command(java.executable().toString(), launcher()));
        } catch (IOException e) {
            throw new MojoExecutionException("cannot start mpirun: " + e.getMessage(), e);
        }
        if (code != 0) {
            throw new MojoFailureException("the job ended with exit code " + code);
        }
    }

    private RankJava java() throws MojoExecutionException {
        Toolchain toolchain = toolchains.getToolchainFromBuildContext("jdk", session);
        try {
            return RankJava.find(toolchain == null ? null : toolchain.findTool("java"), System::getenv);
        } catch (IllegalStateException e) {
            throw new MojoExecutionException(e.getMessage());
        }
    }

    /** The command line of {@code mpirun}, with the Java that starts it. */
    List<String> command(String java, String launcher) {
        List<String> words = new ArrayList<>();
        words.addAll(List.of(java, "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-jar", launcher));
        if (ranks != null) {
            words.addAll(List.of("-n", ranks));
        }
        if (mode != null) {
            words.addAll(List.of("--mode", mode));
        }
        words.addAll(words(options));
        words.add(java);
        words.addAll(words(jvm));
        words.addAll(List.of("-cp", String.join(File.pathSeparator, classPath), main));
        words.addAll(words(args));
        return words;
    }

    /** The words of a line, as a shell has them: spaces between, and in quotes. */
    static List<String> words(String line) {
        List<String> words = new ArrayList<>();
        Matcher word = WORD.matcher(line == null ? "" : line);
        while (word.find()) {
            words.add(word.group().replaceAll("\"([^\"]*)\"|'([^']*)'", "$1$2"));
        }
        return words;
    }

    private static String launcher() throws IOException {
        URL found = RunMojo.class.getClassLoader().getResource(STARTED);
        URL jar = ((JarURLConnection) found.openConnection()).getJarFileURL();
        return Path.of(URI.create(jar.toString())).toString();
    }

    /** Runs a command to its end; it ends with Maven. */
    private int run(List<String> command) throws IOException {
        Process process =
                new ProcessBuilder(command).directory(directory).inheritIO().start();
        Thread end = new Thread(process::destroy);
        Runtime.getRuntime().addShutdownHook(end);
        try {
            int code = process.waitFor();
            Runtime.getRuntime().removeShutdownHook(end);
            return code;
        } catch (InterruptedException e) {
            process.destroy();
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        } catch (IllegalStateException e) {
            // Maven is being ended, and the hook runs.
            return process.exitValue();
        }
    }
}
