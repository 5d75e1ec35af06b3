package org.bipj.maven;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.InputStream;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** The command that is started, and the descriptor, which is written by hand. */
class RunMojoTest {
    @Test
    void theCommandIsThatOfMpirun() throws ReflectiveOperationException {
        RunMojo mojo = mojo(Map.of("main", "org.example.Sum", "classPath", List.of("target/classes", "a b.jar")));
        List<String> start = List.of("J/java", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-jar", "all.jar");
        List<String> program = List.of("-cp", "target/classes:a b.jar", "org.example.Sum");
        assertEquals(join(Stream.of(start, List.of("J/java"), program)), mojo.command("J/java", "all.jar"));
        set(
                mojo,
                Map.of(
                        "ranks",
                        "4",
                        "mode",
                        "thread",
                        "options",
                        "--check -x A='b c'",
                        "jvm",
                        "-ea",
                        "args",
                        "1 '' \"2 3\""));
        assertEquals(
                join(Stream.of(
                        start,
                        List.of("-n", "4", "--mode", "thread", "--check", "-x", "A=b c", "J/java", "-ea"),
                        program,
                        List.of("1", "", "2 3"))),
                mojo.command("J/java", "all.jar"));
    }

    @Test
    void theDescriptorNamesTheFieldsAndTheirTypes() throws Exception {
        Document descriptor;
        try (InputStream in = RunMojo.class.getResourceAsStream("/META-INF/maven/plugin.xml")) {
            descriptor =
                    DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(in);
        }
        assertEquals(RunMojo.class.getName(), text(descriptor.getDocumentElement(), "implementation"));
        Map<String, String> fields = new TreeMap<>();
        for (Field field : RunMojo.class.getDeclaredFields()) {
            if (!Modifier.isStatic(field.getModifiers())) {
                fields.put(field.getName(), field.getType().getName());
            }
        }
        Map<String, String> named = new TreeMap<>();
        NodeList parameters = descriptor.getElementsByTagName("parameter");
        Element values =
                (Element) descriptor.getElementsByTagName("configuration").item(0);
        for (int i = 0; i < parameters.getLength(); i++) {
            Element parameter = (Element) parameters.item(i);
            String name = text(parameter, "name");
            named.put(name, text(parameter, "type"));
            Element value = (Element) values.getElementsByTagName(name).item(0);
            assertEquals(text(parameter, "type"), value.getAttribute("implementation"), name);
            assertEquals(
                    text(parameter, "editable").equals("true") ? "${bipj." + name + "}" : "", value.getTextContent());
        }
        Element toolchains =
                (Element) descriptor.getElementsByTagName("requirement").item(0);
        named.put(text(toolchains, "field-name"), text(toolchains, "role"));
        assertEquals(fields, named);
    }

    private static List<String> join(Stream<List<String>> parts) {
        return parts.flatMap(List::stream).toList();
    }

    private static String text(Element of, String name) {
        return of.getElementsByTagName(name).item(0).getTextContent();
    }

    private static RunMojo mojo(Map<String, Object> values) throws ReflectiveOperationException {
        RunMojo mojo = new RunMojo();
        set(mojo, values);
        return mojo;
    }

    private static void set(RunMojo mojo, Map<String, ?> values) throws ReflectiveOperationException {
        for (Map.Entry<String, ?> value : values.entrySet()) {
            Field field = RunMojo.class.getDeclaredField(value.getKey());
            field.setAccessible(true);
            field.set(mojo, value.getValue());
        }
    }
}
