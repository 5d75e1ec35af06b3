package org.bipj.launch.seeing.profile;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

/** The jar of an agent in the ranks' JVMs: its own, because the library may be one jar or several; visible to all class loaders of the ranks. */
public final class AgentJar {
    private AgentJar() {}

    /**
     * Writes a jar.
     *
     * @param classes names of all classes that the agent needs
     */
    public static void write(Path file, Class<?> agent, List<String> classes) throws IOException {
        Manifest manifest = new Manifest();
        Attributes main = manifest.getMainAttributes();
        main.put(Attributes.Name.MANIFEST_VERSION, "1.0");
        main.putValue("Premain-Class", agent.getName());
        main.putValue("Boot-Class-Path", file.getFileName().toString());
        try (JarOutputStream jar = new JarOutputStream(Files.newOutputStream(file), manifest)) {
            for (String name : classes) {
                String entry = name.replace('.', '/') + ".class";
                try (InputStream in = AgentJar.class.getResourceAsStream("/" + entry)) {
                    jar.putNextEntry(new JarEntry(entry));
                    in.transferTo(jar);
                }
            }
        }
    }
}
