from aws_cdk import Stack, aws_sns
from constructs import Construct


class AlertsStack(Stack):
    def __init__(self, scope: Construct, name: str, environment: str) -> None:
        super().__init__(scope, name)
        aws_sns.Topic(self, "Alerts", topic_name=f"alerts-{environment}")
