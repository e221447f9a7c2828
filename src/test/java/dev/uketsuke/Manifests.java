package dev.uketsuke;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationConfig;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.autoscaling.v2.HorizontalPodAutoscaler;
import io.fabric8.kubernetes.api.model.batch.v1.CronJob;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.kustomize.v1beta1.Kustomization;
import io.fabric8.kubernetes.api.model.networking.v1.Ingress;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The objects in the files below a directory, and the types of the API that they must fit. */
final class Manifests {

  /** One object, with the file that it stands in. */
  record Found(Path file, JsonNode object) {
    String kind() {
      return object.path("kind").asText();
    }
  }

  private static final Map<String, Class<?>> TYPES =
      Map.ofEntries(
          Map.entry("apps/v1 Deployment", Deployment.class),
          Map.entry("autoscaling/v2 HorizontalPodAutoscaler", HorizontalPodAutoscaler.class),
          Map.entry("batch/v1 CronJob", CronJob.class),
          Map.entry("batch/v1 Job", Job.class),
          Map.entry(
              "eventing.knative.dev/v1 Trigger", io.fabric8.knative.eventing.v1.Trigger.class),
          Map.entry("kustomize.config.k8s.io/v1beta1 Kustomization", Kustomization.class),
          Map.entry("networking.k8s.io/v1 Ingress", Ingress.class),
          Map.entry("networking.k8s.io/v1 NetworkPolicy", NetworkPolicy.class),
          Map.entry("policy/v1 PodDisruptionBudget", PodDisruptionBudget.class),
          Map.entry("serving.knative.dev/v1 Service", io.fabric8.knative.serving.v1.Service.class),
          Map.entry("v1 ConfigMap", ConfigMap.class),
          Map.entry("v1 Namespace", Namespace.class),
          Map.entry("v1 Service", Service.class),
          Map.entry("v1 ServiceAccount", ServiceAccount.class));

  private static final YAMLMapper YAML = new YAMLMapper();
  private static final ObjectMapper JSON = new ObjectMapper();

  static {
    YAML.enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION);
  }

  private Manifests() {}

  /** Returns all objects in the YAML files below a directory. */
  static List<Found> in(String directory) throws IOException {
    var found = new ArrayList<Found>();
    try (var files = Files.walk(Path.of(directory))) {
      for (var file : files.filter(f -> f.toString().endsWith(".yaml")).sorted().toList()) {
        try (var documents = YAML.readerFor(JsonNode.class).<JsonNode>readValues(file.toFile())) {
          documents.forEachRemaining(each -> found.add(new Found(file, each)));
        }
      }
    }
    return found;
  }

  /** Returns what in an object does not fit the type of its kind. */
  static List<String> faults(Found found) {
    var kind = found.object().path("apiVersion").asText() + " " + found.kind();
    var faults = new ArrayList<String>();
    if (TYPES.containsKey(kind)) {
      compare(found.object(), JSON.constructType(TYPES.get(kind)), found.file() + ": ", faults);
    } else {
      faults.add(found.file() + ": unknown kind " + kind);
    }
    return faults;
  }

  private static void compare(JsonNode node, JavaType type, String at, List<String> faults) {
    if (type.isCollectionLikeType()) {
      if (!node.isArray()) {
        faults.add(at + " must be a list");
      }
      node.forEach(each -> compare(each, type.getContentType(), at + "[]", faults));
    } else if (type.isMapLikeType()) {
      node.properties()
          .forEach(
              member ->
                  compare(
                      member.getValue(),
                      type.getContentType(),
                      at + "." + member.getKey(),
                      faults));
    } else if (node.isObject()) {
      var members = members(type);
      node.properties()
          .forEach(
              member -> {
                var here = at + "." + member.getKey();
                if (members.containsKey(member.getKey())) {
                  compare(member.getValue(), members.get(member.getKey()), here, faults);
                } else {
                  faults.add(here + " does not exist");
                }
              });
    } else if (!fits(node, type.getRawClass())) {
      faults.add(at + " is not a " + type.getRawClass().getSimpleName() + ": " + node);
    }
  }

  private static Map<String, JavaType> members(JavaType type) {
    DeserializationConfig config = JSON.getDeserializationConfig();
    var members = new HashMap<String, JavaType>();
    config
        .introspect(type)
        .findProperties()
        .forEach(property -> members.put(property.getName(), property.getPrimaryType()));
    return members;
  }

  private static boolean fits(JsonNode node, Class<?> type) {
    if (type == String.class) {
      return node.isTextual();
    }
    if (type == Boolean.class || type == boolean.class) {
      return node.isBoolean();
    }
    if (type == Integer.class || type == Long.class) {
      return node.isIntegralNumber();
    }
    try {
      return node.isValueNode() && JSON.treeToValue(node, type) != null;
    } catch (IOException e) {
      return false;
    }
  }
}
