package org.bipj.samples.project;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Makes a project to begin with: {@code bipj new NAME [--maven]}. Its program is that of samples/maven under the name {@code Main}; with
 * {@code --maven} so are its POM and its test.
 */
public final class NewProject {
    private static final String MAVEN = "--maven";
    private static final String MAIN = "src/main/java/org/example/Main.java";
    private static final String TEST = "src/test/java/org/example/MainTest.java";

    private NewProject() {}

    /**
     * Makes a project in the working directory and prints how to run it. Exits with 2 where the name or the folder does not allow one.
     *
     * @param words how a shell calls {@code mpirun} from here, how from the project's folder, and the words behind {@code bipj new}
     */
    public static void main(String[] words) {
        try {
            List<String> given = List.of(words).subList(2, words.length);
            make(Path.of(""), given, words[0], words[1]).forEach(System.out::println);
        } catch (IllegalArgumentException e) {
            System.err.println("bipj new: " + e.getMessage());
            System.exit(2);
        } catch (IOException e) {
            System.err.println("bipj new: cannot write " + e.getMessage());
            System.exit(1);
        }
    }

    /**
     * Makes a project.
     *
     * @param place the folder to make the project's folder in
     * @param words the name, and {@code --maven} before or behind it, or not
     * @param mpirun how a shell calls {@code mpirun} from that folder
     * @param inside how it does from the project's folder
     * @return what to tell the user: what was made, and the commands that run and test it, behind a colon
     * @throws IllegalArgumentException if the name is none, or the folder exists
     */
    static List<String> make(Path place, List<String> words, String mpirun, String inside) throws IOException {
        boolean maven = words.contains(MAVEN);
        List<String> names = new ArrayList<>(words);
        names.remove(MAVEN);
        if (names.size() != 1) {
            throw new IllegalArgumentException("expected NAME [" + MAVEN + "]");
        }
        String name = names.getFirst();
        if (!name.matches("[A-Za-z][A-Za-z0-9_-]*")) {
            throw new IllegalArgumentException(
                    "\"" + name + "\" is no name of a project: expected letters, digits, - and _, a letter first");
        }
        Map<String, String> files = maven ? ofMaven(name, inside) : plain(name, inside);
        write(place.resolve(name), files);
        List<String> said = new ArrayList<>();
        said.add("Made " + name + ": " + String.join(", ", files.keySet()));
        if (maven) {
            said.add(
                    "Once:              ./mvnw -Dmaven.test.skip install (in a clone of BIPJ; Maven finds it in ~/.m2)");
            said.add("Build and test it: mvn -f " + name + " package");
            said.add("Run it:            mvn -f " + name + " bipj:run -Dbipj.ranks=4");
        } else {
            said.add("Run it:  " + mpirun + " -n 4 java " + name + "/Main.java");
            said.add("Test it: " + mpirun + " -n 4 --check java " + name + "/MainTest.java");
        }
        return said;
    }

    private static Map<String, String> plain(String name, String mpirun) throws IOException {
        Map<String, String> files = new LinkedHashMap<>();
        files.put(
                "Main.java", asMain(read("src/main/java/org/example/Sum.java")).replaceFirst("^package .*\\R+", ""));
        files.put("MainTest.java", read("MainTest.java"));
        files.put("README.md", readme(read("README-plain.md"), name, mpirun));
        return files;
    }

    private static Map<String, String> ofMaven(String name, String mpirun) throws IOException {
        Map<String, String> files = new LinkedHashMap<>();
        String pom = asMain(read("pom.xml"))
                .replace("<artifactId>sum<", "<artifactId>" + name + "<")
                .replace("<finalName>sum<", "<finalName>" + name + "<");
        String version = NewProject.class.getPackage().getImplementationVersion();
        files.put("pom.xml", version == null ? pom : pom.replaceFirst("(<bipj.version>)[^<]*", "$1" + version));
        files.put(MAIN, asMain(read("src/main/java/org/example/Sum.java")));
        files.put(TEST, asMain(read("src/test/java/org/example/SumTest.java")));
        files.put("README.md", readme(read("README-maven.md"), name, mpirun));
        return files;
    }

    private static String asMain(String text) {
        return text.replaceAll("\\bSum(Test)?\\b", "Main$1");
    }

    private static String readme(String text, String name, String mpirun) {
        return text.replace("NAME", name).replace("MPIRUN", mpirun);
    }

    private static String read(String file) throws IOException {
        try (InputStream in = NewProject.class.getResourceAsStream(file)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static void write(Path folder, Map<String, String> files) throws IOException {
        try {
            Files.createDirectory(folder);
        } catch (FileAlreadyExistsException e) {
            throw new IllegalArgumentException(folder + " exists: choose another name, or remove it", e);
        }
        for (Map.Entry<String, String> file : files.entrySet()) {
            Path path = folder.resolve(file.getKey());
            Files.createDirectories(path.getParent());
            Files.writeString(path, file.getValue());
        }
    }
}
