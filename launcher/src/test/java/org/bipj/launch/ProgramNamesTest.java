package org.bipj.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.OutputStream;
import java.lang.classfile.ClassFile;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Programs, and places of their classes, with any characters in their names. Each rank is a program of its own: {@link NamedActor}. */
class ProgramNamesTest extends JobTest {
    private static final List<String> PLACES = List.of(
            "plain",
            "a b",
            "100%",
            "50%20x",
            "c#d",
            "e+f",
            "q?r",
            "s;t",
            "[u]",
            "v&w",
            "x=y",
            "wow!",
            "gr\u00f6\u00dfe",
            "\u6f22\u5b57");

    private static final String ODD = "gr\u00f6\u00dfe.Gr\u00f6\u00dfe\u6f22";

    private final List<String> words = new ArrayList<>();
    private final List<String> expected = new ArrayList<>();

    /** Whether this JVM can name files so: in some locales it cannot. */
    private static boolean isPossible(String name) {
        return Charset.forName(System.getProperty("sun.jnu.encoding"))
                .newEncoder()
                .canEncode(name);
    }

    /** The name of the main classes, and of the packages of their own. */
    private static String main() {
        return isPossible(ODD) ? ODD : "plain.Plain";
    }

    /** A class whose main method is that of {@link NamedActor}, which gets the class. */
    private static byte[] program(String name) {
        ClassDesc own = ClassDesc.of(name);
        return ClassFile.of()
                .build(
                        own,
                        builder -> builder.withMethodBody(
                                "main",
                                MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_String.arrayType()),
                                ClassFile.ACC_PUBLIC | ClassFile.ACC_STATIC,
                                code -> code.ldc(own)
                                        .invokestatic(
                                                ClassDesc.of(NamedActor.class.getName()),
                                                "run",
                                                MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_Class))
                                        .return_()));
    }

    /** What a place has: the main class, a resource of any name, and the actor. */
    private static Map<String, byte[]> files() throws IOException {
        Map<String, byte[]> files = new LinkedHashMap<>();
        files.put(main().replace('.', '/') + ".class", program(main()));
        files.put(NamedActor.RESOURCE, "found".getBytes(StandardCharsets.UTF_8));
        String actor = NamedActor.class.getName().replace('.', '/') + ".class";
        files.put(actor, Files.readAllBytes(Path.of(Mpirun.programs(), actor)));
        return files;
    }

    private static void write(Path jar, Manifest manifest, Map<String, byte[]> files) throws IOException {
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        try (OutputStream out = Files.newOutputStream(jar);
                JarOutputStream entries = new JarOutputStream(out, manifest)) {
            for (Map.Entry<String, byte[]> file : files.entrySet()) {
                entries.putNextEntry(new JarEntry(file.getKey()));
                entries.write(file.getValue());
            }
        }
    }

    private void add(Path place, String... command) {
        words.addAll(List.of(words.isEmpty() ? "-n" : ":", words.isEmpty() ? "1" : "-n"));
        if (words.size() > 2) {
            words.add("1");
        }
        words.add("java");
        words.addAll(List.of(command));
        expected.add(place + " found");
    }

    private void addFolder(String name) throws IOException {
        Path folder = directory.resolve("in " + name).resolve(name);
        for (Map.Entry<String, byte[]> file : files().entrySet()) {
            Path path = folder.resolve(file.getKey());
            Files.createDirectories(path.getParent());
            Files.write(path, file.getValue());
        }
        add(folder, "-cp", folder.toString(), main());
    }

    private void addJar(String name) throws IOException {
        Path jar = Files.createDirectories(directory.resolve("jar " + name).resolve(name))
                .resolve(name + ".jar");
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, main());
        write(jar, manifest, files());
        add(jar, "-jar", jar.toString());
    }

    /** A jar that has nothing but the name of another one, as a URL. */
    private void addListedJar(String name) throws IOException {
        Path folder =
                Files.createDirectories(directory.resolve("listed " + name).resolve(name));
        Path jar = folder.resolve(name + ".jar");
        write(jar, new Manifest(), files());
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, main());
        manifest.getMainAttributes().put(Attributes.Name.CLASS_PATH, jar.toUri().getRawPath());
        Path first = folder.resolve("first.jar");
        write(first, manifest, Map.of());
        add(jar, "-jar", first.toString());
    }

    private void run(String mode) {
        words.addAll(0, List.of("--mode", mode));
        Mpirun.Result result = here().run(words.toArray(String[]::new));
        assertEquals(
                expected.stream().sorted().toList(),
                result.out().lines().sorted().toList(),
                result.err());
        assertEquals(0, result.code(), result.err());
    }

    @ParameterizedTest
    @ValueSource(strings = {"thread", "sim"})
    void ranksThatShareAJvm(String mode) throws IOException {
        for (String name : PLACES) {
            if (isPossible(name)) {
                addFolder(name);
                addJar(name);
                // The JDK itself takes a "!/" in such a URL for the end of the jar.
                if (!name.endsWith("!")) {
                    addListedJar(name);
                }
            }
        }
        run(mode);
    }

    @ParameterizedTest
    @ValueSource(strings = {"thread", "sim"})
    void aClassThatOnlyTheInfoKeyPathHas(String mode) throws IOException {
        addFolder("plain");
        String[] command = {"-cp", Mpirun.programs(), NamedActor.class.getName(), "/no/such:" + words.get(4), main()};
        words.clear();
        words.addAll(List.of("-n", "1", "java"));
        words.addAll(List.of(command));
        run(mode);
    }

    @ParameterizedTest
    @ValueSource(strings = "50%20 +#?\u00fc")
    void processes(String name) throws IOException {
        String possible = isPossible(name) ? name : "50%20 +#?";
        addFolder(possible);
        addListedJar(possible);
        run("process");
    }
}
